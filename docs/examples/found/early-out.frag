// The farthest of four layers is read before the section to skip it: an older primitive may still be writing it.
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2DArray layers;
layout(location = 0) flat in uint vPrim;
void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  uint mine = vPrim * 2654435761u | 1u;
  bool isVisible = mine > imageLoad(layers, ivec3(pixel, 3)).x;
  beginInvocationInterlockARB();
  for (int i = 0; isVisible && i < 4; i++) {
    uint old = imageLoad(layers, ivec3(pixel, i)).x;
    imageStore(layers, ivec3(pixel, i), uvec4(max(old, mine)));
    mine = min(old, mine);
  }
  endInvocationInterlockARB();
}
