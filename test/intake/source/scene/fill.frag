#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(set = 0, binding = 0, r32ui) uniform coherent uimage2D canvas;
void main() {
  beginInvocationInterlockARB();
  uint v = imageLoad(canvas, ivec2(gl_FragCoord.xy)).x;
  imageStore(canvas, ivec2(gl_FragCoord.xy), uvec4(v * 3u + 1u));
  endInvocationInterlockARB();
}
