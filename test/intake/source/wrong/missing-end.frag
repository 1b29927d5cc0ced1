#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2D sums;
void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  beginInvocationInterlockARB();
  imageStore(sums, place, uvec4(imageLoad(sums, place).x * 5u + 1u));
}
