/** How the primitives of a draw overlap, with one row per scene. The names appear in stored scenarios and coverage. */
export const SCENES = {
  stack: 'two triangles that cover the whole area, one on top of the other',
  large: 'large triangles, partly outside the area',
  small: 'triangles a few pixels in size, close together',
  fan: 'triangles around one point: neighbours share an edge',
  strip: 'a zigzag band: each triangle shares an edge with the previous one',
  mesh: 'a grid of cells, each cut into two triangles: every inner edge is shared',
  nested: 'nested triangles, largest first or smallest first',
  checkerboard:
    'squares that straddle the borders of packer regions and bins, first one colour, then the other',
  slivers: 'triangles thinner than a pixel, across the area',
  repeated: 'the same triangle again and again',
  'hot-pixels': 'single quads in one place, each in its own wave',
  'id-burst': 'long runs of single quads in a few places, which wrap small id spaces several times',
  returning: 'one quad, many that do not overlap it, then one on top of the first (H39)',
  'exact-waves': 'primitives with exactly as many quads as a wave holds, one fewer or one more',
  'edge-samples': 'shared edges that pass exactly through pixel centres and sample positions',
  points: 'points, half of them in the same place as the previous one',
  lines: 'lines, half of which begin where the previous one ended',
  rectangles: 'rectangles given by three corners',
} as const satisfies Record<string, string>;

/** The name of a scene (`pops-tb list scenes`). */
export type SceneName = keyof typeof SCENES;

/** The scene names in table order. */
export const SCENE_NAMES = Object.keys(SCENES) as readonly SceneName[];
