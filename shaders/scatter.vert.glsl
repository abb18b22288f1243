/* Read-back through the real vertex path: vertex i of instance n becomes one point on pixel
 * sk_first + n * sk_stride + i of a float image, which carries the result to the fragment shader unchanged. */

void main()
{
  mat4 skin = skin_matrix(gl_VertexID);
  scatter_position = vec4(skinned_position(skin, pos), palette_mark());
  scatter_normal = vec4(skinned_normal(skin, nor), 1.0);
  int pixel = sk_first + gl_InstanceID * sk_stride + gl_VertexID;
  vec2 centre = vec2(float(pixel % sk_size.x), float(pixel / sk_size.x)) + vec2(0.5);
  gl_Position = vec4(centre / vec2(sk_size) * 2.0 - vec2(1.0), 0.0, 1.0);
  gl_PointSize = 1.0;
}
