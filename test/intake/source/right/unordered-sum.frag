#version 460
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_unordered) in;
layout(push_constant) uniform Frame { uint stride; } frame;
layout(std430, binding = 0) coherent buffer Words { uint words[]; };
void main() {
  uint at = uint(gl_FragCoord.y) * frame.stride + uint(gl_FragCoord.x);
  beginInvocationInterlockARB();
  words[at] = words[at] + 1u;
  endInvocationInterlockARB();
}
