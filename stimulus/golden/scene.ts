/** What the critical section of a golden scene does (golden README, "expected.bin"). */
export const GOLDEN_MODE = {
  /** Lists each pixel's fragments in section order. */
  PIXEL_LIST: 0,
  /** Folds into one accumulator per sample, in section order. */
  SAMPLE_FOLD: 1,
  /** Like `PIXEL_LIST`, with a discard before the section. */
  DISCARD_LIST: 2,
} as const;

export type GoldenMode = (typeof GOLDEN_MODE)[keyof typeof GOLDEN_MODE];

/** The number of entries in a pixel's list; fragments beyond that are only counted. */
export const LIST_ENTRIES = 64;

/** The number of accumulators per pixel, for any sample count. */
const FOLD_WORDS = 8;

/** Returns the number of words per pixel in the storage buffer. */
export function getWordsPerPixel(mode: GoldenMode): number {
  return mode === GOLDEN_MODE.SAMPLE_FOLD ? FOLD_WORDS : LIST_ENTRIES + 1;
}

/** The sample counts of golden scenes. */
export const GOLDEN_SAMPLES = [1, 2, 4, 8] as const;

/** A golden scene. Its primitives are numbered from 0, across draws. */
export interface GoldenScene {
  /** The width of the viewport, scissor and render area, in pixels. */
  readonly width: number;
  /** The height of these areas, in pixels. */
  readonly height: number;
  readonly samples: (typeof GOLDEN_SAMPLES)[number];
  readonly mode: GoldenMode;
  /**
   * For each draw, the x0, y0, x1, y1, x2, y2 of its primitives, in 1/256ths of a pixel with y pointing down. A
   * draw may be empty.
   */
  readonly draws: readonly Int32Array[];
}
