#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(set = 0, binding = 0, r32ui) uniform coherent uimage2D state;
layout(location = 0) flat in uint id;
void reset(ivec2 at) {
  if (id != 0u) return;
  imageStore(state, at, uvec4(7u));
}
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  reset(p);
  beginInvocationInterlockARB();
  uint s = imageLoad(state, p).x;
  imageStore(state, p, uvec4(s * 5u + 1u));
  endInvocationInterlockARB();
}
