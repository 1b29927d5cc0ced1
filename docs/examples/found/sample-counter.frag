// A sample interlock around a counter of the pixel: invocations that cover different samples of it may run at once.
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(sample_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2D counter;
void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  beginInvocationInterlockARB();
  imageStore(counter, pixel, uvec4(imageLoad(counter, pixel).x + 1u));
  endInvocationInterlockARB();
}
