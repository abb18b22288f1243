/* A key light from over the viewer's shoulder, a dim one from the other side and a sky, so that shape can be read
 * from every direction. Where a vertex has no normal, the facet's own is used. */

vec3 linear_from_srgb(vec3 c)
{
  return mix(c / 12.92, pow((c + vec3(0.055)) / 1.055, vec3(2.4)), step(vec3(0.04045), c));
}

#ifdef SK_TEXTURED
/* Which of `size` pixels lies at a place along a side: 0 the image repeats, 1 its edge goes on, 2 every second is mirrored. */
int wrapped(int at, int size, int way)
{
  int period = way == 2 ? 2 * size : size;
  int inside = at - period * int(floor(float(at) / float(period)));
  return way == 1 ? clamp(at, 0, size - 1) : inside < size ? inside : period - 1 - inside;
}

vec4 pixel(ivec2 at)
{
  ivec2 size = textureSize(sk_image, 0);
  return texelFetch(sk_image, ivec2(wrapped(at.x, size.x, sk_wrap.x), wrapped(at.y, size.y, sk_wrap.y)), 0);
}

/* Blended of the four pixels around a place, or the nearest; pixels are read one by one, since how a texture wraps cannot be
 * set in every Blender. */
vec4 image_colour()
{
  vec2 place = surface_uv * vec2(textureSize(sk_image, 0)) - vec2(0.5);
  if (sk_smooth == 0) {
    return pixel(ivec2(floor(place + vec2(0.5))));
  }
  ivec2 low = ivec2(floor(place));
  vec2 part = place - floor(place);
  vec4 upper = mix(pixel(low), pixel(low + ivec2(1, 0)), part.x);
  vec4 lower = mix(pixel(low + ivec2(0, 1)), pixel(low + ivec2(1, 1)), part.x);
  return mix(upper, lower, part.y);
}
#endif

void main()
{
  vec4 colour = surface_colour;
#ifdef SK_TEXTURED
  vec4 of_image = image_colour();
  if (of_image.a < sk_cutoff) {
    discard;
  }
  colour.rgb = colour.rgb * of_image.rgb;
#endif
  vec3 facet = cross(dFdx(surface_place), dFdy(surface_place));
  float known = dot(surface_normal, surface_normal);
  vec3 n = known > 0.25 ? surface_normal : facet;
  n = n / max(length(n), 1e-20);
  n = dot(n, sk_to_viewer) < 0.0 ? -n : n;
  float key = max(dot(n, sk_light) * 0.85 + 0.15, 0.0);
  float rim = max(dot(n, vec3(-sk_light.x, sk_light.y, -sk_light.z)), 0.0);
  float sky = 0.5 + 0.5 * n.y;
  float light = mix(1.0, 0.44 + 0.46 * key + 0.12 * rim + 0.10 * sky, sk_shading);
  vec3 shown = colour.rgb * light;
  out_colour = vec4(sk_to_linear == 1 ? linear_from_srgb(shown) : shown, colour.a * sk_opacity);
}
