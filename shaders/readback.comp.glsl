/* The same skinning function in a compute shader: one invocation per vertex, in lines of SK_VERTEX_WIDTH vertices. */

void main()
{
  int vertex_index = int(gl_GlobalInvocationID.y) * SK_VERTEX_WIDTH + int(gl_GlobalInvocationID.x);
  if (int(gl_GlobalInvocationID.x) < SK_VERTEX_WIDTH && vertex_index < sk_count) {
    ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    mat4 skin = skin_matrix(vertex_index);
    vec3 position = texelFetch(sk_positions, texel, 0).xyz;
    vec3 normal = texelFetch(sk_normals, texel, 0).xyz;
    imageStore(sk_out_position, texel, vec4(skinned_position(skin, position), palette_mark()));
    imageStore(sk_out_normal, texel, vec4(skinned_normal(skin, normal), 1.0));
  }
}
