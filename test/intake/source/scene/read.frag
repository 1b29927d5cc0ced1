#version 450
layout(set = 0, binding = 3) uniform usampler2D tex;
layout(location = 0) out vec4 colour;
void main() { colour = vec4(texelFetch(tex, ivec2(gl_FragCoord.xy), 0)); }
