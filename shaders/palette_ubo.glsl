/* A uniform buffer of 3x4 matrices: three rows per joint, which take a quarter less room than a mat4. */

mat4 joint_matrix(int joint)
{
  int row = 3 * joint;
  return mat4(sk_rows[row], sk_rows[row + 1], sk_rows[row + 2], vec4(0.0, 0.0, 0.0, 1.0));
}

float palette_mark()
{
  return sk_rows[3 * SK_JOINTS].w;
}
