#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) coherent uniform uimage2D sums;
layout(location = 1) out vec4 first;
layout(location = 3) out vec4 second;
void main() {
  beginInvocationInterlockARB();
  imageStore(sums, ivec2(gl_FragCoord.xy), uvec4(imageLoad(sums, ivec2(gl_FragCoord.xy)).x * 5u + 1u));
  endInvocationInterlockARB();
  first = vec4(0.75);
  second = vec4(0.25);
  gl_FragDepth = gl_FragCoord.z;
}
