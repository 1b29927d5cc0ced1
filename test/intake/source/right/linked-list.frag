#version 460
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2D heads;
layout(std430, binding = 1) coherent buffer Nodes { uint used; uint pad; uvec2 node[]; };
layout(location = 0) flat in uint key;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  uint mine = atomicAdd(used, 1u);
  beginInvocationInterlockARB();
  if (mine < 4096u) {
    node[mine] = uvec2(imageLoad(heads, at).x, key);
    imageStore(heads, at, uvec4(mine + 1u));
  }
  endInvocationInterlockARB();
}
