#version 450
#extension GL_ARB_fragment_shader_interlock : require
#extension GL_EXT_nonuniform_qualifier : require
layout(pixel_interlock_ordered) in;
layout(set = 0, binding = 0, std430) coherent buffer Heap { uint words[]; } heap[];
layout(push_constant) uniform Root {
  uint heapBase;
  uint passSlot;
  uint pitchPx;
} root;
layout(location = 0) in vec4 vColor;

void main() {
  uint h = root.heapBase + root.passSlot * 2u;
  uint at = uint(gl_FragCoord.y) * root.pitchPx + uint(gl_FragCoord.x);
  uint src = packUnorm4x8(vColor);
  beginInvocationInterlockARB();
  uint dst = heap[h].words[at];
  vec4 d = unpackUnorm4x8(dst);
  heap[h].words[at] = packUnorm4x8(vColor * vColor.a + d * (1.0 - vColor.a)) ^ (src & 1u);
  endInvocationInterlockARB();
}
