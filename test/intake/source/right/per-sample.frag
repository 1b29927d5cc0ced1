#version 460
#extension GL_ARB_fragment_shader_interlock : require
// samples: 4
layout(sample_interlock_ordered) in;
layout(push_constant) uniform Frame { uint stride; } frame;
layout(std430, binding = 0) coherent buffer Words { uint words[]; };
layout(location = 0) flat in uint key;
void main() {
  uint at = (uint(gl_FragCoord.y) * frame.stride + uint(gl_FragCoord.x)) * 4u + uint(gl_SampleID);
  beginInvocationInterlockARB();
  words[at] = words[at] * 3u + key;
  endInvocationInterlockARB();
}
