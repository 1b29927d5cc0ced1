// Two colours for dual-source blending, and a word of the pixel. The store must have ended before the last export, which ends
// the section on RDNA 3 and later. The source is right.
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, std430) coherent buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint width; };
layout(location = 0) flat in uint vPrim;
layout(location = 0, index = 0) out vec4 source;
layout(location = 0, index = 1) out vec4 factor;
void main() {
  uint pixel = uint(gl_FragCoord.y) * width + uint(gl_FragCoord.x);
  beginInvocationInterlockARB();
  uint old = words[pixel];
  words[pixel] = old * 3u + vPrim;
  endInvocationInterlockARB();
  source = vec4(0.5);
  factor = unpackUnorm4x8(old);
}
