/** How the primitives of a draw overlap, with one row per scene. The names appear in stored scenarios and coverage. */
export const SCENES = {
  stack: 'two triangles that cover the whole area, layer over layer',
  large: 'large triangles, partly outside the area',
  small: 'triangles of a few pixels, close together',
  fan: 'triangles around one point: neighbours share an edge',
  strip: 'a zigzag band: each triangle shares an edge with the previous one',
  mesh: 'cells of a grid in two halves: every inner edge is shared',
  nested: 'nested triangles, largest first or smallest first',
  checkerboard:
    'squares that straddle the borders of packer regions and bins, first of one colour, then of the other',
  slivers: 'triangles thinner than a pixel, across the area',
  repeated: 'one triangle, repeatedly',
  'hot-pixels': 'single quads at one place, each a separate wave',
  'id-burst': 'long runs of single quads at a few places, which wrap small id spaces several times',
  returning: 'one quad, many others that do not overlap it, then one over the first (H39)',
  'exact-waves': 'primitives of exactly as many quads as a wave holds, one fewer and one more',
  'edge-samples': 'shared edges exactly through pixel centres and sample positions',
  points: 'points, half of them in the same place as the previous one',
  lines: 'lines, half of which begin where the previous one ended',
  rectangles: 'rectangles given by three corners',
} as const satisfies Record<string, string>;

/** The name of an overlap pattern (`pops-tb list scenes`). */
export type SceneName = keyof typeof SCENES;

/** The scene names in table order. */
export const SCENE_NAMES = Object.keys(SCENES) as readonly SceneName[];
