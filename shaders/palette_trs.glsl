/* A float texture of transforms: two texels per joint, (translation, scale) and the rotation as a quaternion xyzw.
 * It takes eight floats instead of twelve, and works only where every joint's scale is the same in all directions. */

mat4 joint_matrix(int joint)
{
  vec4 place = texelFetch(sk_texels, ivec2(2 * joint, sk_line), 0);
  vec4 q = texelFetch(sk_texels, ivec2(2 * joint + 1, sk_line), 0);
  vec3 twice = 2.0 * q.xyz;
  vec3 squares = twice * q.xyz;
  float xy = twice.x * q.y;
  float xz = twice.x * q.z;
  float yz = twice.y * q.z;
  vec3 w = twice * q.w;
  vec3 row_x = vec3(1.0 - (squares.y + squares.z), xy - w.z, xz + w.y) * place.w;
  vec3 row_y = vec3(xy + w.z, 1.0 - (squares.x + squares.z), yz - w.x) * place.w;
  vec3 row_z = vec3(xz - w.y, yz + w.x, 1.0 - (squares.x + squares.y)) * place.w;
  return mat4(vec4(row_x, place.x), vec4(row_y, place.y), vec4(row_z, place.z), vec4(0.0, 0.0, 0.0, 1.0));
}

float palette_mark()
{
  return texelFetch(sk_texels, ivec2(textureSize(sk_texels, 0).x - 1, sk_line), 0).w;
}
