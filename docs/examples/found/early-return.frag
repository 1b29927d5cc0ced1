// A raster-ordered view with an early return: the section holds both branches, but the plain image beside the view is also read
// and written before it.
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2D ordered;
layout(binding = 1, r32ui) coherent uniform uimage2D plain;
layout(location = 0) flat in uint vPrim;
void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  imageStore(plain, pixel, uvec4(imageLoad(plain, pixel).x + 1u));
  beginInvocationInterlockARB();
  imageStore(ordered, pixel, uvec4(imageLoad(ordered, pixel).x * 3u + vPrim));
  if (imageLoad(plain, pixel).x <= 100u) imageStore(plain, pixel, uvec4(vPrim));
  endInvocationInterlockARB();
}
