#version 450
#extension GL_ARB_fragment_shader_interlock : require
// samples: 4
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2DMS sums;
void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  beginInvocationInterlockARB();
  imageStore(sums, place, gl_SampleID, uvec4(imageLoad(sums, place, gl_SampleID).x * 5u + 1u));
  endInvocationInterlockARB();
}
