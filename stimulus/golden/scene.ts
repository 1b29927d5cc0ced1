/** What the critical section of a golden scene does (golden README, "expected.bin"). */
export const GOLDEN_MODE = {
  /** One list a pixel: its fragments in the order of the section. */
  PIXEL_LIST: 0,
  /** One accumulator a sample, folded in the order of the section. */
  SAMPLE_FOLD: 1,
  /** As `PIXEL_LIST`, with a discard before the section. */
  DISCARD_LIST: 2,
} as const;

export type GoldenMode = (typeof GOLDEN_MODE)[keyof typeof GOLDEN_MODE];

/** Sample counts of golden scenes. */
export const GOLDEN_SAMPLES = [1, 2, 4, 8] as const;

/** One golden scene. Primitives count from 0 in the scene and go on from one draw to the next. */
export interface GoldenScene {
  /** Size of viewport, scissor and render area in pixels. */
  readonly width: number;
  readonly height: number;
  readonly samples: (typeof GOLDEN_SAMPLES)[number];
  readonly mode: GoldenMode;
  /** Of each draw: x0, y0, x1, y1, x2, y2 of each primitive in 1/256 pixel, y down. A draw may be empty. */
  readonly draws: readonly Int32Array[];
}

/** Entries that a pixel's list keeps; later fragments are only counted. */
export const LIST_ENTRIES = 64;

/** Accumulators of a pixel, whatever its sample count. */
const FOLD_WORDS = 8;

/** Words of storage buffer that one pixel owns. */
export function wordsPerPixel(mode: GoldenMode): number {
  return mode === GOLDEN_MODE.SAMPLE_FOLD ? FOLD_WORDS : LIST_ENTRIES + 1;
}
