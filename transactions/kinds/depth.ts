import type { At } from './at.js';

/** Values that the depth buffer keeps for a pixel, one a sample index. */
export const DEPTH_SAMPLES = 16;

/**
 * A quad went through depth and stencil tests (trace.md): before the shader, before it is packed, or late, when its wave has
 * exported, as `stage` says. `draw` is the number of its draw, `x` and `y` its top-left pixel. Samples that were tested are bits of
 * `before01` and `before23`, those that passed of `after01` and `after23`, as in `QUAD_COLUMN.MASK01` and `MASK23`.
 */
export type DepthTested = At & {
  readonly kind: 'depth-tested';
  readonly stage: 'early' | 'late';
  readonly draw: number;
  /** As in `PrimitiveStarted`. */
  readonly primitive: number;
  /** The quad's top-left pixel. */
  readonly x: number;
  readonly y: number;
  readonly before01: number;
  readonly before23: number;
  readonly after01: number;
  readonly after23: number;
};
/**
 * Final content of the depth buffer (trace.md): rows of `width` pixels, `height` of them, 16 values a pixel, one a sample index:
 * `depth` as float32, `stencil` as 8 bits. Borrowed.
 */
export type DepthDumped = At & {
  readonly kind: 'depth-dumped';
  readonly width: number;
  readonly height: number;
  readonly depth: Float32Array;
  readonly stencil: Uint8Array;
};
