#version 460
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(push_constant) uniform Frame { uint stride; } frame;
layout(set = 0, binding = 0, r32f) coherent uniform image2D nearest;
layout(std430, set = 1, binding = 0) coherent buffer Ids { uint ids[]; };
layout(location = 0) flat in uint key;
void main() {
  uint at = uint(gl_FragCoord.y) * frame.stride + uint(gl_FragCoord.x);
  ivec2 p = ivec2(gl_FragCoord.xy);
  beginInvocationInterlockARB();
  if (gl_FragCoord.z >= imageLoad(nearest, p).x) {
    imageStore(nearest, p, vec4(gl_FragCoord.z));
    ids[at] = key;
  }
  endInvocationInterlockARB();
}
