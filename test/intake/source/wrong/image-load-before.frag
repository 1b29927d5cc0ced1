#version 460
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2D counts;
layout(location = 0) flat in uint key;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  uint old = imageLoad(counts, at).x;
  beginInvocationInterlockARB();
  imageStore(counts, at, uvec4(old * 3u + key));
  endInvocationInterlockARB();
}
