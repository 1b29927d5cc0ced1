import type { At, OfWave } from './at.js';

/**
 * Columns of `WaveFormed.quads`: x and y of the quad's top-left pixel, primitive, masks of its four fragments (0|1 and
 * 2|3), the sample that its invocations are for, and the size of a fragment.
 *
 * `SAMPLE`: under sample-rate shading a pixel has one invocation an iteration: its masks hold the samples of that
 * iteration only, and `SAMPLE` is the first of them (`gl_SampleID`); at pixel rate it is 0.
 *
 * `RATE`: log2 of a fragment's width in fine pixels in [1:0] and of its height in [3:2]; 0 means that a fragment is a pixel.
 * A quad is 2x2 fragments and aligned to its size; x and y count fine pixels at every rate. Of a mask's 16 bits, bit
 * `finePixel * samples + sample` is one sample of one fine pixel, where `finePixel` counts through the fragment row by row.
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

/** Values that one quad has in `WaveFormed.quads`. */
export const QUAD_COLUMNS = 7;

/** Why the packer closed a wave (trace.md). */
export type WaveClosing = 'full' | 'overlap' | 'draw-end' | 'timeout' | 'region' | 'drain' | 'table';

/** A draw enters the scan converter; `draw` is its number in the scenario, from 0 (trace.md). */
export type DrawBegin = At & { readonly kind: 'draw-begin'; readonly draw: number };
/** All waves of a draw are formed; `draw` is its number in the scenario, from 0 (trace.md). */
export type DrawEnd = At & { readonly kind: 'draw-end'; readonly draw: number };
/**
 * A primitive enters the scan converter; `primitive` is its number, which counts through all draws in API order, `draw` that of its
 * draw, from 0 (trace.md).
 */
export type PrimitiveStarted = At & {
  readonly kind: 'primitive';
  readonly draw: number;
  readonly primitive: number;
};
/**
 * The packer closed a wave (trace.md). `packer` and `id` are its numbers, `draw` that of its draw; `didOverlap` says whether it has
 * to wait, and `newest` is the raw field of the collision argument (GFX9: with its off-by-one). `quadCount` is the number of its
 * `quads`.
 */
export type WaveFormed = OfWave & {
  readonly kind: 'wave-formed';
  readonly packer: number;
  readonly id: number;
  readonly draw: number;
  /** `QUAD_COLUMNS` values a quad, in lane order; sample masks take 16 bits a pixel. Borrowed. */
  readonly quads: Int32Array;
  readonly quadCount: number;
  readonly didOverlap: boolean;
  readonly newest: number;
  /** Bit i: quad i starts a new layer; 0 where intrawave collision is not loaded. */
  readonly intrawaveMask: number;
  readonly reason: WaveClosing;
};
/**
 * The unfinished waves that quads of this one met (trace.md): the first `count` numbers of `overlapped`, which is borrowed.
 * Conservative answers, which are not `exact`, name waves that were not met.
 */
export type Overlap = OfWave & {
  readonly kind: 'overlap';
  readonly overlapped: Int32Array;
  readonly count: number;
  readonly exact: boolean;
};
