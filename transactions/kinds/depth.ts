import type { At } from './at.js';

/** Values per pixel in the depth buffer, one per sample index. */
export const DEPTH_SAMPLES = 16;

/**
 * A quad went through depth and stencil tests (trace.md), as `stage` says: `early`, before packing, or `late`, after its wave's
 * export. `draw` is its draw's number, `x` and `y` its top-left pixel. Tested samples are bits of `before01` and `before23`,
 * passing ones of `after01` and `after23`, as in `QUAD_COLUMN.MASK01` and `MASK23`.
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
 * Final contents of the depth buffer (trace.md): rows of `width` pixels, `height` of them, 16 values per pixel, one per sample
 * index: `depth` as float32, `stencil` as 8 bits. Borrowed.
 */
export type DepthDumped = At & {
  readonly kind: 'depth-dumped';
  readonly width: number;
  readonly height: number;
  readonly depth: Float32Array;
  readonly stencil: Uint8Array;
};
