/* Two matrix arrays, as textbooks begin: the pose (world matrices of the joints) and the inverse bind matrices. They
 * are multiplied for every influence of every vertex, in float32. Rows lie in columns (see skinning.glsl), so
 * pose * inverse_bind is written the other way round. */

mat4 joint_matrix(int joint)
{
  return sk_inverse_bind[joint] * sk_pose[joint];
}

float palette_mark()
{
  return joint_matrix(SK_JOINTS - 1)[3][3];
}
