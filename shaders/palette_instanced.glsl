/* The float texture of a crowd: as in palette_texture.glsl, but one line of texels per character; the instance's number
 * chooses the line. */

mat4 joint_matrix(int joint)
{
  int x = 3 * joint;
  int line = sk_line + gl_InstanceID;
  return mat4(texelFetch(sk_texels, ivec2(x, line), 0),
              texelFetch(sk_texels, ivec2(x + 1, line), 0),
              texelFetch(sk_texels, ivec2(x + 2, line), 0),
              vec4(0.0, 0.0, 0.0, 1.0));
}

float palette_mark()
{
  return texelFetch(sk_texels, ivec2(textureSize(sk_texels, 0).x - 1, sk_line + gl_InstanceID), 0).w;
}
