// A lock taken in the section. The texture's derivatives keep helper lanes running, whose atomics return nothing: they never get
// the lock.
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2D lock;
layout(binding = 1, r32ui) coherent uniform uimage2D sum;
layout(binding = 2) uniform sampler2D table;
layout(location = 0) in vec2 vUV;
layout(location = 0) out vec4 colour;
void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  beginInvocationInterlockARB();
  for (bool isDone = false; !isDone; ) {
    if (imageAtomicExchange(lock, pixel, 1u) == 0u) {
      imageStore(sum, pixel, uvec4(imageLoad(sum, pixel).x + 1u));
      imageAtomicExchange(lock, pixel, 0u);
      isDone = true;
    }
  }
  endInvocationInterlockARB();
  colour = texture(table, vUV);
}
