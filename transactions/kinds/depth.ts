import type { At } from './at.js';

/** Values that the depth buffer keeps for a pixel, one a sample index. */
export const DEPTH_SAMPLES = 16;

/**
 * A quad went through depth and stencil tests: before the shader, before it is packed, or late, when its wave has
 * exported. Masks as in `QUAD_COLUMN.MASK01` and `MASK23`: samples that were tested, and those that passed.
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
/** Final content of the depth buffer: rows of pixels, `DEPTH_SAMPLES` values a pixel. Borrowed. */
export type DepthDumped = At & {
  readonly kind: 'depth-dumped';
  readonly width: number;
  readonly height: number;
  readonly depth: Float32Array;
  readonly stencil: Uint8Array;
};
