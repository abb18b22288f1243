/* Draws a skinned surface with one colour per vertex; sk_view_projection also adds back the common translation that
 * was taken out of the matrices before they became float32. */

void main()
{
  mat4 skin = skin_matrix(gl_VertexID);
  vec3 world = skinned_position(skin, pos);
  surface_place = world;
  surface_normal = skinned_normal(skin, nor);
  surface_colour = tint;
#ifdef SK_TEXTURED
  surface_uv = uv;
#endif
  gl_Position = sk_view_projection * vec4(world, 1.0);
}
