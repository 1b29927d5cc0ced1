#version 450
#extension GL_ARB_fragment_shader_interlock : require
// samples: 4
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2DArray sums;
void main() {
  ivec3 place = ivec3(ivec2(gl_FragCoord.xy), gl_SampleID);
  beginInvocationInterlockARB();
  imageStore(sums, place, uvec4(imageLoad(sums, place).x * 5u + 1u));
  endInvocationInterlockARB();
}
