/* Influences as vertex attributes, four per set: joints0 and weights0, joints1 and weights1, ... (SK_SETS of them).
 * Attributes cannot be indexed by a variable, hence the chain; `k` is a loop counter, so compilers unroll it. */

vec2 influence(int vertex_index, int k)
{
  uvec4 joints = joints0;
  vec4 weights = weights0;
#if SK_SETS > 1
  if (k >= 4) {
    joints = joints1;
    weights = weights1;
  }
#endif
#if SK_SETS > 2
  if (k >= 8) {
    joints = joints2;
    weights = weights2;
  }
#endif
#if SK_SETS > 3
  if (k >= 12) {
    joints = joints3;
    weights = weights3;
  }
#endif
#if SK_SETS > 4
  if (k >= 16) {
    joints = joints4;
    weights = weights4;
  }
#endif
#if SK_SETS > 5
  if (k >= 20) {
    joints = joints5;
    weights = weights5;
  }
#endif
  int slot = k % 4;
  return vec2(float(joints[slot]), weights[slot]);
}
