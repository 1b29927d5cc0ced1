// An emulated depth test in an image without coherent; fragments behind it are discarded after the section.
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 0, r32f) restrict uniform image2D depths;
layout(location = 0) out vec4 colour;
void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  bool isHidden = true;
  beginInvocationInterlockARB();
  if (gl_FragCoord.z >= imageLoad(depths, pixel).x) {
    imageStore(depths, pixel, vec4(gl_FragCoord.z));
    isHidden = false;
  }
  endInvocationInterlockARB();
  if (isHidden) discard;
  colour = vec4(1.0);
}
