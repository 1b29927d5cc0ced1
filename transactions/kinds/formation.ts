import type { At, OfWave } from './at.js';

/**
 * Columns of `WaveFormed.quads`: x and y of the quad's top-left pixel, its primitive, the masks of its four
 * fragments (0|1 and 2|3), the sample its invocations shade, and the fragment size.
 *
 * `SAMPLE`: with sample-rate shading, a pixel has one invocation per iteration. The masks contain the samples
 * of that iteration, and `SAMPLE` is the first of them (`gl_SampleID`). It is 0 at pixel rate.
 *
 * `RATE`: bits 1:0 hold log2 of a fragment's width in fine pixels, and bits 3:2 log2 of its height; 0 means that a
 * fragment is a pixel. A quad is 2x2 fragments, aligned to its size; x and y count fine pixels at every rate.
 * In a 16-bit mask, bit `finePixel * samples + sample` is one sample of one fine pixel, with `finePixel` in
 * row-major order.
 */
export const QUAD_COLUMN = {
  X: 0,
  Y: 1,
  PRIMITIVE: 2,
  MASK01: 3,
  MASK23: 4,
  SAMPLE: 5,
  RATE: 6,
} as const;

/** Number of values per quad in `WaveFormed.quads`. */
export const QUAD_COLUMNS = 7;

/** Why the packer closes a wave (trace.md). */
export type WaveClosing = 'full' | 'overlap' | 'draw-end' | 'timeout' | 'region' | 'drain' | 'table';

/** A draw enters the scan converter; `draw` is its zero-based index in the scenario (trace.md). */
export type DrawBegin = At & { readonly kind: 'draw-begin'; readonly draw: number };
/** The packers finish forming the waves of a draw; `draw` is its zero-based index in the scenario (trace.md). */
export type DrawEnd = At & { readonly kind: 'draw-end'; readonly draw: number };
/**
 * A primitive enters the scan converter; `primitive` is its zero-based index across all draws in API order, and `draw`
 * is the zero-based index of its draw (trace.md).
 */
export type PrimitiveStarted = At & {
  readonly kind: 'primitive';
  readonly draw: number;
  readonly primitive: number;
};
/**
 * The packer closes a wave (trace.md). `didOverlap` is set if the wave must wait, and `newest` is the raw value of the
 * collision argument's newest-overlap field (still off by one on GFX9). `quadCount` is the number of `quads`.
 */
export type WaveFormed = OfWave & {
  readonly kind: 'wave-formed';
  /** Index of the packer. */
  readonly packer: number;
  /** Id of the wave in its packer; these ids wrap. */
  readonly id: number;
  /** Index of the draw. */
  readonly draw: number;
  /** `QUAD_COLUMNS` values per quad, in lane order; masks use 16 bits per pixel. Valid only during the callback. */
  readonly quads: Int32Array;
  readonly quadCount: number;
  readonly didOverlap: boolean;
  readonly newest: number;
  /** Bit i is set if quad i starts a new layer; 0 if the intrawave collision argument is not loaded. */
  readonly intrawaveMask: number;
  readonly reason: WaveClosing;
};
/**
 * The unfinished waves that this wave's quads overlap (trace.md): the first `count` numbers of `overlapped`,
 * valid only during the callback. If `exact` is false, the list is conservative and may include waves that do not
 * overlap.
 */
export type Overlap = OfWave & {
  readonly kind: 'overlap';
  readonly overlapped: Int32Array;
  readonly count: number;
  readonly exact: boolean;
};
