/** Contents of a golden scene's critical section (golden README, "expected.bin"). */
export const GOLDEN_MODE = {
  /** One list per pixel: its fragments in section order. */
  PIXEL_LIST: 0,
  /** One accumulator per sample, folded in section order. */
  SAMPLE_FOLD: 1,
  /** Like `PIXEL_LIST`, with a discard before the section. */
  DISCARD_LIST: 2,
} as const;

export type GoldenMode = (typeof GOLDEN_MODE)[keyof typeof GOLDEN_MODE];

/** Sample counts of golden scenes. */
export const GOLDEN_SAMPLES = [1, 2, 4, 8] as const;

/** One golden scene. Primitives count from 0 in the scene, across draws. */
export interface GoldenScene {
  /** Size of viewport, scissor and render area in pixels. */
  readonly width: number;
  readonly height: number;
  readonly samples: (typeof GOLDEN_SAMPLES)[number];
  readonly mode: GoldenMode;
  /** For each draw: x0, y0, x1, y1, x2, y2 of each primitive in 1/256 pixel, y down. A draw may be empty. */
  readonly draws: readonly Int32Array[];
}

/** Entries in a pixel's list; later fragments are only counted. */
export const LIST_ENTRIES = 64;

/** Accumulators per pixel, for any sample count. */
const FOLD_WORDS = 8;

/** Words of storage buffer owned by one pixel. */
export function wordsPerPixel(mode: GoldenMode): number {
  return mode === GOLDEN_MODE.SAMPLE_FOLD ? FOLD_WORDS : LIST_ENTRIES + 1;
}
