#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2D sums;
layout(location = 0) flat in float weight;
void main() {
  if (weight < 0.125) discard;
  beginInvocationInterlockARB();
  imageStore(sums, ivec2(gl_FragCoord.xy), uvec4(imageLoad(sums, ivec2(gl_FragCoord.xy)).x * 5u + 1u));
  endInvocationInterlockARB();
}
