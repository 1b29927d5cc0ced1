import { DEPTH_SAMPLES, type DepthBuffer as DepthClear, QUAD_COLUMN } from '../../../transactions/index.js';
import { assert } from '../../kernel/assert.js';
import type { DepthState, StencilFace } from './depth-state.js';

/** Comparisons of a new value with the stored one, by ZFUNC or STENCILFUNC code. */
const COMPARISONS: readonly ((value: number, stored: number) => boolean)[] = [
  () => false,
  (value, stored) => value < stored,
  (value, stored) => value === stored,
  (value, stored) => value <= stored,
  (value, stored) => value > stored,
  (value, stored) => value !== stored,
  (value, stored) => value >= stored,
  () => true,
];

const MAX_STENCIL = 0xff;

/**
 * Stencil operations by DB_STENCIL_CONTROL code. Results may exceed eight bits, but the write mask removes the upper
 * bits.
 */
const STENCIL_OPS: readonly ((stored: number, face: StencilFace) => number)[] = [
  (stored) => stored,
  () => 0,
  () => MAX_STENCIL,
  (_stored, { reference }) => reference,
  (_stored, { operand }) => operand,
  (stored, { operand }) => Math.min(stored + operand, MAX_STENCIL),
  (stored, { operand }) => Math.max(stored - operand, 0),
  (stored) => ~stored,
  (stored, { operand }) => stored + operand,
  (stored, { operand }) => stored - operand,
  (stored, { operand }) => stored & operand,
  (stored, { operand }) => stored | operand,
  (stored, { operand }) => stored ^ operand,
  (stored, { operand }) => ~(stored & operand),
  (stored, { operand }) => ~(stored | operand),
  (stored, { operand }) => ~(stored ^ operand),
];

/** Returns whether `value` and `stored` satisfy the comparison `func`. */
export function satisfiesComparison(func: number, value: number, stored: number): boolean {
  return COMPARISONS[func](value, stored);
}

/** Returns whether a face's stencil test passes at a sample whose stencil value is `stored`. */
export function passesStencilTest(face: StencilFace, stored: number): boolean {
  return satisfiesComparison(face.func, face.reference & face.mask, stored & face.mask);
}

/** Returns the stencil value after an operation on `stored`. Only bits within the face's write mask change. */
export function applyStencilOperation(operation: number, face: StencilFace, stored: number): number {
  const result = STENCIL_OPS[operation](stored, face);
  return (stored & ~face.writeMask) | (result & face.writeMask);
}

/** The depth and stencil values of every sample of every pixel in the render area. */
export class DepthBuffer {
  readonly depth: Float32Array;
  readonly stencil: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    clear: DepthClear,
  ) {
    const count = width * height * DEPTH_SAMPLES;
    this.depth = new Float32Array(count).fill(clear.depth);
    this.stencil = new Uint8Array(count).fill(clear.stencil);
  }

  /**
   * Returns the index of a sample in the buffer, at any shading rate. `fragment` (0 to 3) and `bit` (in the fragment's
   * mask) select the sample in the quad that starts at `quads[offset]`, where each fine pixel has `samples` samples.
   */
  at(quads: Int32Array, offset: number, fragment: number, samples: number, bit: number): number {
    const rate = quads[offset + QUAD_COLUMN.RATE];
    const [rateX, rateY] = [rate & 3, rate >> 2];
    const pixel = Math.floor(bit / samples);
    assert(samples > 0, 'every pixel has samples');
    const x = quads[offset + QUAD_COLUMN.X] + ((fragment & 1) << rateX) + (pixel & ((1 << rateX) - 1));
    const y = quads[offset + QUAD_COLUMN.Y] + ((fragment >> 1) << rateY) + (pixel >> rateX);
    assert(x < this.width && y < this.height, 'a covered pixel is inside the buffer');
    return (y * this.width + x) * DEPTH_SAMPLES + (bit % samples);
  }

  /** Returns whether depth `z` passes the tests at the sample with the given index. Writes nothing. */
  passes(index: number, z: number, state: DepthState, face: StencilFace): boolean {
    assert(index >= 0 && index < this.depth.length, 'a tested sample is inside the buffer');
    if (state.testsStencil && !passesStencilTest(face, this.stencil[index])) return false;
    return !state.testsDepth || satisfiesComparison(state.func, z, this.depth[index]);
  }

  /** Like `passes`, but also updates the sample according to the result. */
  resolve(index: number, z: number, state: DepthState, face: StencilFace): boolean {
    assert(index >= 0 && index < this.depth.length, 'the sample is inside the buffer');
    const stencilPassed = !state.testsStencil || passesStencilTest(face, this.stencil[index]);
    const depthPassed = !state.testsDepth || satisfiesComparison(state.func, z, this.depth[index]);
    if (state.testsStencil) {
      const afterStencil = depthPassed ? face.pass : face.depthFail;
      this.stencil[index] = applyStencilOperation(
        stencilPassed ? afterStencil : face.fail,
        face,
        this.stencil[index],
      );
    }
    const passed = stencilPassed && depthPassed;
    if (passed && state.writesDepth) this.depth[index] = z;
    return passed;
  }
}
