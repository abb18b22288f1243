/* Influences in a float texture, for compute shaders and for more sets than there are vertex attributes: two (joint,
 * weight) pairs per texel, SK_INFLUENCES / 2 texels per vertex, in lines of SK_INFLUENCE_WIDTH texels. */

vec2 influence(int vertex_index, int k)
{
  int texel = vertex_index * (SK_INFLUENCES / 2) + k / 2;
  vec4 two = texelFetch(sk_influences, ivec2(texel % SK_INFLUENCE_WIDTH, texel / SK_INFLUENCE_WIDTH), 0);
  return k % 2 == 0 ? two.xy : two.zw;
}
