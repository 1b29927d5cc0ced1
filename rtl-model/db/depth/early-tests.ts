import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../transactions/index.js';
import { MASK_BITS } from '../../sc/spec.js';
import type { DepthBuffer } from './depth-buffer.js';
import { EARLY, type EarlyStage } from './depth-plan.js';
import type { DepthState, StencilFace } from './depth-state.js';

/** Inputs shared by one primitive's tests. */
export interface TestedPrimitive {
  readonly stage: EarlyStage;
  readonly state: DepthState;
  /** Samples of a fine pixel. */
  readonly samples: number;
  readonly face: StencilFace;
  /** Depth, as a float32. */
  readonly z: number;
}

/** Removes failing samples from the quad at `quads[at…]`; returns false if none is left. */
function testQuad(buffer: DepthBuffer, quads: Int32Array, at: number, primitive: TestedPrimitive): boolean {
  let covered = 0;
  for (let fragment = 0; fragment < 4; fragment++) {
    const column = at + (fragment < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23);
    const shift = (fragment & 1) * MASK_BITS;
    const mask = (quads[column] >>> shift) & 0xffff;
    if (mask === 0) continue;
    const indexOf = (bit: number): number => buffer.at(quads, at, fragment, primitive.samples, bit);
    const passed = testFragment(buffer, mask, indexOf, primitive);
    quads[column] = (quads[column] & ~(0xffff << shift)) | (passed << shift);
    covered |= passed;
  }
  return covered !== 0;
}

/**
 * Removes the samples that fail from a primitive's quads, and moves quads with remaining samples to the front; returns their
 * number. Calls `tested` for each quad, with its masks before the test.
 */
export function testQuads(
  buffer: DepthBuffer,
  quads: Int32Array,
  count: number,
  primitive: TestedPrimitive,
  tested: (at: number, before01: number, before23: number) => void,
): number {
  let kept = 0;
  for (let quad = 0; quad < count; quad++) {
    const at = quad * QUAD_COLUMNS;
    const before01 = quads[at + QUAD_COLUMN.MASK01];
    const before23 = quads[at + QUAD_COLUMN.MASK23];
    const survives = testQuad(buffer, quads, at, primitive);
    tested(at, before01, before23);
    if (!survives) continue;
    quads.copyWithin(kept * QUAD_COLUMNS, at, at + QUAD_COLUMNS);
    kept++;
  }
  return kept;
}

function testFragment(
  buffer: DepthBuffer,
  mask: number,
  indexOf: (bit: number) => number,
  { stage, state, face, z }: TestedPrimitive,
): number {
  let passed = 0;
  for (let left = mask; left !== 0; left &= left - 1) {
    const bit = 31 - Math.clz32(left & -left);
    const at = indexOf(bit);
    const passes =
      stage === EARLY.WRITE ? buffer.resolve(at, z, state, face) : buffer.passes(at, z, state, face);
    if (passes) passed |= 1 << bit;
  }
  return stage === EARLY.PIXELS && passed !== 0 ? mask : passed;
}
