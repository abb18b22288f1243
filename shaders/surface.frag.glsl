/* A key light from over the viewer's shoulder, a dim one from the other side and a sky, so that shape can be read
 * from every direction. Where a vertex has no normal, the facet's own is used. */

vec3 linear_from_srgb(vec3 c)
{
  return mix(c / 12.92, pow((c + vec3(0.055)) / 1.055, vec3(2.4)), step(vec3(0.04045), c));
}

void main()
{
  vec3 facet = cross(dFdx(surface_place), dFdy(surface_place));
  float known = dot(surface_normal, surface_normal);
  vec3 n = known > 0.25 ? surface_normal : facet;
  n = n / max(length(n), 1e-20);
  n = dot(n, sk_to_viewer) < 0.0 ? -n : n;
  float key = max(dot(n, sk_light) * 0.85 + 0.15, 0.0);
  float rim = max(dot(n, vec3(-sk_light.x, sk_light.y, -sk_light.z)), 0.0);
  float sky = 0.5 + 0.5 * n.y;
  float light = mix(1.0, 0.44 + 0.46 * key + 0.12 * rim + 0.10 * sky, sk_shading);
  vec3 shown = surface_colour.rgb * light;
  out_colour = vec4(sk_to_linear == 1 ? linear_from_srgb(shown) : shown, surface_colour.a * sk_opacity);
}
