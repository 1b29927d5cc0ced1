// A shadow map with 24 bits of depth over 8 bits of penumbra in an image without coherent.
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) uniform uimage2D shadow;
layout(location = 0) flat in uint vPrim;
void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  uint depth = (vPrim * 40503u) & 0xffffffu;
  beginInvocationInterlockARB();
  uint old = imageLoad(shadow, pixel).x;
  if (depth >= old >> 8u) imageStore(shadow, pixel, uvec4(depth << 8u | ((old + 1u) & 0xffu)));
  endInvocationInterlockARB();
}
