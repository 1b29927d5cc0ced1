import { DEPTH_SAMPLES, type DepthBuffer as DepthClear } from '../../../transactions/index.js';
import { compares, stencilAfter, stencilPasses } from './compare.js';
import type { DepthState, StencilFace } from './depth-state.js';

/** Depth and stencil of every pixel and sample index of the render area. */
export class DepthBuffer {
  readonly depth: Float32Array;
  readonly stencil: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    clear: DepthClear,
  ) {
    const values = width * height * DEPTH_SAMPLES;
    this.depth = new Float32Array(values).fill(clear.depth);
    this.stencil = new Uint8Array(values).fill(clear.stencil);
  }

  /** Index of a sample. */
  at(x: number, y: number, sample: number): number {
    return (y * this.width + x) * DEPTH_SAMPLES + sample;
  }

  /** Whether depth `z` passes at a sample; writes nothing. */
  passes(at: number, z: number, state: DepthState, face: StencilFace): boolean {
    if (state.testsStencil && !stencilPasses(face, this.stencil[at])) return false;
    return !state.testsDepth || compares(state.func, z, this.depth[at]);
  }

  /** The same, and writes what the outcome writes. */
  resolve(at: number, z: number, state: DepthState, face: StencilFace): boolean {
    const stencilPassed = !state.testsStencil || stencilPasses(face, this.stencil[at]);
    const depthPassed = !state.testsDepth || compares(state.func, z, this.depth[at]);
    if (state.testsStencil) {
      const afterStencil = depthPassed ? face.pass : face.depthFail;
      this.stencil[at] = stencilAfter(stencilPassed ? afterStencil : face.fail, face, this.stencil[at]);
    }
    const passed = stencilPassed && depthPassed;
    if (passed && state.writesDepth) this.depth[at] = z;
    return passed;
  }
}
