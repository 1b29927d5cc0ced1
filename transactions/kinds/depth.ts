import type { At } from './at.js';

/** Number of values per pixel in the depth buffer, one for each sample index. */
export const DEPTH_SAMPLES = 16;

/**
 * A quad underwent depth and stencil tests (trace.md). The `stage` is `early`, before packing, or `late`, after the
 * wave's export. `draw` is the number of the quad's draw, and `x` and `y` are the position of its top-left pixel. Each
 * bit of `before01` and `before23` stands for a tested sample, and each bit of `after01` and `after23` for one that
 * passed, as in `QUAD_COLUMN.MASK01` and `MASK23`.
 */
export type DepthTested = At & {
  readonly kind: 'depth-tested';
  readonly stage: 'early' | 'late';
  readonly draw: number;
  /** Same numbering as `PrimitiveStarted`. */
  readonly primitive: number;
  /** In pixels, like `y`. */
  readonly x: number;
  readonly y: number;
  readonly before01: number;
  readonly before23: number;
  readonly after01: number;
  readonly after23: number;
};
/**
 * The final contents of the depth buffer (trace.md): `height` rows of `width` pixels, with 16 values per
 * pixel, one for each sample index. `depth` is float32 and `stencil` 8 bits. Both are
 * valid only during the callback.
 */
export type DepthDumped = At & {
  readonly kind: 'depth-dumped';
  readonly width: number;
  readonly height: number;
  readonly depth: Float32Array;
  readonly stencil: Uint8Array;
};
