// A pixel keeps its nearest fragment exactly, and the sum of the others as a tail. Only the exact part is coherent.
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_ordered) in;
struct Tail { uint count; uint sum; };
layout(binding = 0, std430) coherent buffer Nearest { uint nearest[]; };
layout(binding = 1, std430) buffer Tails { Tail tails[]; };
layout(push_constant) uniform Push { uint width; };
layout(location = 0) flat in uint vPrim;
void main() {
  uint pixel = uint(gl_FragCoord.y) * width + uint(gl_FragCoord.x);
  uint mine = vPrim * 2654435761u | 1u;
  beginInvocationInterlockARB();
  uint old = nearest[pixel];
  nearest[pixel] = max(old, mine);
  tails[pixel].sum = tails[pixel].sum * 3u + min(old, mine);
  tails[pixel].count += 1u;
  endInvocationInterlockARB();
}
