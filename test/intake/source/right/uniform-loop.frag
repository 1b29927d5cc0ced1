#version 460
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(std140, binding = 1) uniform Frame { uint stride; uint layers; } frame;
layout(std430, binding = 0) coherent buffer Words { uint words[]; };
layout(location = 0) flat in uint key;
void main() {
  uint at = uint(gl_FragCoord.y) * frame.stride + uint(gl_FragCoord.x);
  beginInvocationInterlockARB();
  uint sum = words[at];
  for (uint i = 0u; i < frame.layers; i++) sum = sum * 3u + key;
  words[at] = sum;
  endInvocationInterlockARB();
}
