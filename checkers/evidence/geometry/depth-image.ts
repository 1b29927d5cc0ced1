import { DEPTH_SAMPLES, type DepthBuffer } from '../../../transactions/index.js';
import type { StoredSample } from './depth-test.js';

/** Marks an unknown stencil value, as NaN does for an unknown depth. */
const UNKNOWN_STENCIL = -1;

/** The checker's own depth and stencil buffer, with `DEPTH_SAMPLES` entries per pixel. */
export class DepthImage {
  private readonly depths: Float32Array;
  private readonly stencils: Int16Array;

  constructor(pixelCount: number, { depth, stencil }: DepthBuffer) {
    this.depths = new Float32Array(pixelCount * DEPTH_SAMPLES).fill(depth);
    this.stencils = new Int16Array(pixelCount * DEPTH_SAMPLES).fill(stencil);
  }

  /** Number of entries. */
  get entryCount(): number {
    return this.depths.length;
  }

  /** Returns the contents of an entry. */
  get(entry: number): StoredSample {
    const depth = this.depths[entry];
    const stencil = this.stencils[entry];
    return {
      depth: Number.isNaN(depth) ? undefined : depth,
      stencil: stencil === UNKNOWN_STENCIL ? undefined : stencil,
    };
  }

  /** Stores a sample in an entry. */
  set(entry: number, { depth, stencil }: StoredSample): void {
    this.depths[entry] = depth ?? NaN;
    this.stencils[entry] = stencil ?? UNKNOWN_STENCIL;
  }
}
