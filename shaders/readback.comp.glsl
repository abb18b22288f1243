/* The same skinning function in a compute shader: one invocation per vertex and time, in lines of SK_VERTEX_WIDTH vertices;
 * each time has sk_height lines of the images, and a line of the palette's texture. */

void main()
{
  int vertex_index = int(gl_GlobalInvocationID.y) * SK_VERTEX_WIDTH + int(gl_GlobalInvocationID.x);
  int line = int(gl_GlobalInvocationID.y);
  if (int(gl_GlobalInvocationID.x) < SK_VERTEX_WIDTH && line < sk_height && vertex_index < sk_count) {
    ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    ivec2 target = texel + ivec2(0, int(gl_GlobalInvocationID.z) * sk_height);
    mat4 skin = skin_matrix(vertex_index);
    vec3 position = texelFetch(sk_positions, texel, 0).xyz;
    vec3 normal = texelFetch(sk_normals, texel, 0).xyz;
    imageStore(sk_out_position, target, vec4(skinned_position(skin, position), palette_mark()));
    imageStore(sk_out_normal, target, vec4(skinned_normal(skin, normal), 1.0));
  }
}
