#version 460
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
layout(binding = 2, rgba8) coherent uniform image2D target;
layout(location = 0) in vec4 colour;
layout(location = 0) out vec4 shown;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  beginInvocationInterlockARB();
  vec4 under = imageLoad(target, at);
  vec4 over = vec4(colour.rgb * colour.a + under.rgb * (1.0 - colour.a), 1.0);
  imageStore(target, at, over);
  endInvocationInterlockARB();
  shown = over;
}
