/* Draws positions as they were read from Blender, each in the colour of its error: sk_scale is a line of colours from no
 * error to sk_top, and one more for a vertex that is lost. There is no normal, so the facet's own is used. */

void main()
{
  int last = textureSize(sk_scale, 0).x - 1;
  float shade = clamp(error / sk_top, 0.0, 1.0) * float(last - 1);
  surface_place = pos;
  surface_normal = vec3(0.0);
  surface_colour = texelFetch(sk_scale, ivec2(error < 0.0 ? last : int(shade + 0.5), 0), 0);
  gl_Position = sk_view_projection * vec4(pos, 1.0);
}
