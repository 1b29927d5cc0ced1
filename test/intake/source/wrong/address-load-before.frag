#version 460
#extension GL_ARB_fragment_shader_interlock : require
#extension GL_EXT_buffer_reference : require
layout(pixel_interlock_ordered) in;
layout(buffer_reference, std430, buffer_reference_align = 4) coherent buffer Words { uint words[]; };
layout(push_constant) uniform Frame { Words list; uint stride; } frame;
layout(location = 0) flat in uint key;
void main() {
  uint at = uint(gl_FragCoord.y) * frame.stride + uint(gl_FragCoord.x);
  uint old = frame.list.words[at];
  beginInvocationInterlockARB();
  frame.list.words[at] = old * 3u + key;
  endInvocationInterlockARB();
}
