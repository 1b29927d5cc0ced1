#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(early_fragment_tests, pixel_interlock_ordered) in;
struct Frag { uint rgba; float z; uint below; };
layout(set = 0, binding = 0, std430) coherent buffer Heads { uint top[]; };
layout(set = 0, binding = 1, std430) coherent buffer Frags { Frag frags[]; };
layout(set = 0, binding = 2, std430) coherent buffer Alloc { uint used; };
layout(push_constant) uniform PC { uint rowLen; uint capacity; } pc;
layout(location = 0) in vec4 vColor;

void main() {
  uint px = uint(gl_FragCoord.y) * pc.rowLen + uint(gl_FragCoord.x);
  uint slot = atomicAdd(used, 1u);
  uint rgba = packUnorm4x8(vColor);
  beginInvocationInterlockARB();
  if (slot < pc.capacity) {
    uint prev = 0xFFFFFFFFu;
    uint cur = top[px];
    int guard = 0;
    while (cur != 0xFFFFFFFFu && frags[cur].z < gl_FragCoord.z && guard < 32) {
      prev = cur;
      cur = frags[cur].below;
      guard++;
    }
    frags[slot].rgba = rgba;
    frags[slot].z = gl_FragCoord.z;
    frags[slot].below = cur;
    if (prev == 0xFFFFFFFFu)
      top[px] = slot;
    else
      frags[prev].below = slot;
  }
  endInvocationInterlockARB();
}
