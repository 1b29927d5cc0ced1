#version 460
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) uniform uimage2D counts;
layout(location = 0) flat in uint key;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  beginInvocationInterlockARB();
  imageStore(counts, at, imageLoad(counts, at) * 3u + key);
  endInvocationInterlockARB();
}
