/** How the primitives of a draw meet one another; one row a scene. Names are part of stored scenarios and of coverage. */
export const SCENES = {
  stack: 'both halves of the whole area, layer over layer',
  large: 'large triangles, partly outside of the area',
  small: 'triangles of a few pixels, near one another',
  fan: 'triangles around one point: neighbours share an edge',
  strip: 'a zigzag band: each triangle shares an edge with the one before',
  mesh: 'cells of a grid in two halves: every inner edge is shared',
  nested: 'triangles inside one another, from the largest or from the smallest on',
  checkerboard:
    'squares that straddle the borders of packer regions and bins, first of one colour, then of the other',
  slivers: 'triangles thinner than a pixel across the area',
  repeated: 'the same triangle again and again',
  'hot-pixels': 'single quads at one place: each is a wave of its own',
  'id-burst': 'long runs of single quads at a few places, which wrap small id spaces several times',
  returning: 'one quad, many others that do not meet it, then one over the first (H39)',
  'exact-waves': 'primitives of exactly as many quads as a wave holds, one fewer and one more',
  'edge-samples': 'shared edges exactly through pixel centres and sample positions',
  points: 'points, half of them where the one before was',
  lines: 'lines, half of which begin where the one before ended',
  rectangles: 'rectangles that lack one corner',
} as const satisfies Record<string, string>;

export type SceneName = keyof typeof SCENES;

/** Names in the order of the table. */
export const SCENE_NAMES = Object.keys(SCENES) as readonly SceneName[];
