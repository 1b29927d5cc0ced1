#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2DArray layers;
layout(location = 0) flat in uint key;
void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  uint mine = key * 2654435761u | 1u;
  bool isVisible = mine > imageLoad(layers, ivec3(place, 2)).x;
  beginInvocationInterlockARB();
  for (int i = 0; isVisible && i < 3; i++) {
    uint old = imageLoad(layers, ivec3(place, i)).x;
    imageStore(layers, ivec3(place, i), uvec4(max(old, mine)));
    mine = min(old, mine);
  }
  endInvocationInterlockARB();
}
