/* One array of pre-multiplied matrices: pose times inverse bind, multiplied on the CPU. */

mat4 joint_matrix(int joint)
{
  return sk_palette[joint];
}

float palette_mark()
{
  return sk_palette[SK_JOINTS - 1][3][3];
}
