/* The one skinning function. Every shader that shows, measures or exports a skinned vertex includes this file.
 *
 * Before it come exactly one `palette_*.glsl`, which defines
 *     mat4 joint_matrix(int joint)             the skin matrix of a joint: mesh space -> world space
 *     float palette_mark()                     the last number of the palette, which is 1: did all of it arrive?
 * and one `influences_*.glsl`, which defines
 *     vec2 influence(int vertex_index, int k)        the k-th (joint, weight) pair of a vertex; weights sum to one
 * and the defines SK_INFLUENCES, the number of pairs of every vertex, and SK_DIRECTIONS: 1 carries normals as if they
 * were directions (w = 0), 0 by the inverse transpose, which keeps them perpendicular under uneven scale.
 *
 * Affine matrices hold their three ROWS in the columns of a mat4 (its fourth column is (0, 0, 0, 1)): a 3x4 matrix as
 * the CPU stores it is uploaded as it lies in memory, and a product with a point is three dot products.
 *
 * SK_PRECISE is `precise` where the language has it. It keeps a compiler from fusing multiply and add, so that the
 * result is the same, bit for bit, as float32 arithmetic in this order on the CPU.
 */

mat4 skin_matrix(int vertex_index)
{
  SK_PRECISE vec4 row_x = vec4(0.0);
  SK_PRECISE vec4 row_y = vec4(0.0);
  SK_PRECISE vec4 row_z = vec4(0.0);
  for (int k = 0; k < SK_INFLUENCES; k++) {
    vec2 pair = influence(vertex_index, k);
    mat4 joint = joint_matrix(int(pair.x));
    SK_PRECISE vec4 part_x = joint[0] * pair.y;
    SK_PRECISE vec4 part_y = joint[1] * pair.y;
    SK_PRECISE vec4 part_z = joint[2] * pair.y;
    row_x = row_x + part_x;
    row_y = row_y + part_y;
    row_z = row_z + part_z;
  }
  return mat4(row_x, row_y, row_z, vec4(0.0, 0.0, 0.0, 1.0));
}

float row_times_point(vec4 row, vec3 point)
{
  SK_PRECISE vec4 product = row * vec4(point, 1.0);
  SK_PRECISE float xy = product.x + product.y;
  SK_PRECISE float xyz = xy + product.z;
  SK_PRECISE float sum = xyz + product.w;
  return sum;
}

vec3 skinned_position(mat4 skin, vec3 point)
{
  return vec3(row_times_point(skin[0], point), row_times_point(skin[1], point), row_times_point(skin[2], point));
}

/* The inverse transpose of the linear part, written as its cofactors: no division, so a flattened part of the mesh
 * keeps a normal where it has one. Zero where the matrix squashes the normal. */
vec3 skinned_normal(mat4 skin, vec3 normal)
{
  vec3 a = skin[0].xyz;
  vec3 b = skin[1].xyz;
  vec3 c = skin[2].xyz;
#if SK_DIRECTIONS
  vec3 turned = vec3(dot(a, normal), dot(b, normal), dot(c, normal));
  float handedness = 1.0;
#else
  vec3 bc = cross(b, c);
  vec3 turned = vec3(dot(bc, normal), dot(cross(c, a), normal), dot(cross(a, b), normal));
  float handedness = dot(a, bc) < 0.0 ? -1.0 : 1.0;
#endif
  float size = length(turned);
  return size > 0.0 ? turned * (handedness / size) : vec3(0.0);
}
