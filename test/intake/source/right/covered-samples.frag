#version 450
#extension GL_ARB_fragment_shader_interlock : require
// samples: 4
layout(sample_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2DArray sums;
layout(location = 0) flat in uint key;
void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  beginInvocationInterlockARB();
  for (int i = 0; i < 4; i++) {
    if ((gl_SampleMaskIn[0] >> i & 1) == 1)
      imageStore(sums, ivec3(place, i), uvec4(imageLoad(sums, ivec3(place, i)).x * 5u + key));
  }
  endInvocationInterlockARB();
}
