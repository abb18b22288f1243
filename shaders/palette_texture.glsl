/* A float texture: three RGBA32F texels per joint (the rows of its 3x4 matrix), one line of texels per time, and in a
 * crowd one per character: SK_INSTANCE is then the instance's number, else 0. */

mat4 joint_matrix(int joint)
{
  int x = 3 * joint;
  int line = sk_line + SK_INSTANCE;
  return mat4(texelFetch(sk_texels, ivec2(x, line), 0),
              texelFetch(sk_texels, ivec2(x + 1, line), 0),
              texelFetch(sk_texels, ivec2(x + 2, line), 0),
              vec4(0.0, 0.0, 0.0, 1.0));
}

float palette_mark()
{
  return texelFetch(sk_texels, ivec2(textureSize(sk_texels, 0).x - 1, sk_line + SK_INSTANCE), 0).w;
}
