#version 450
// pops: push.index = 2
// pops: heads = 0xFFFFFFFF
// pops: bounds.limit = 0.25, 0.5, 0.75, 1.0
// pops: level = 3
// pops: table = gradient
// pops: weights[*] = 2
// pops: nodes[*].z = 0.5
#extension GL_ARB_fragment_shader_interlock : require
#extension GL_EXT_nonuniform_qualifier : require
layout(pixel_interlock_ordered) in;
layout(set = 0, binding = 0, r32ui) coherent uniform uimage2D images[];
layout(set = 0, binding = 1, r32ui) coherent uniform uimage2D heads;
layout(set = 0, binding = 2) uniform Bounds { vec4 limit; uint other; } bounds;
layout(set = 0, binding = 3) uniform sampler2D table;
layout(set = 0, binding = 4, std430) coherent buffer Weights { uint total; uint weights[]; };
struct Node { uint next; float z; };
layout(set = 0, binding = 5, std430) coherent buffer Nodes { Node nodes[]; };
layout(push_constant) uniform P { uint index; } push;
layout(location = 0) flat in uint level;
layout(location = 1) flat in uint vPrim;
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  beginInvocationInterlockARB();
  if (imageLoad(heads, p).x == 0xFFFFFFFFu && level == 3u && bounds.limit.z == 0.75 && weights[p.x] == 2u &&
      nodes[p.x].z == 0.5) {
    uint v = imageLoad(images[push.index], p).x;
    imageStore(images[push.index], p, uvec4(v * 3u + vPrim + uint(255.0 * texelFetch(table, p, 0).x)));
  }
  endInvocationInterlockARB();
}
