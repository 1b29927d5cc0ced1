import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../transactions/index.js';
import { MASK_BITS } from '../../sc/spec.js';
import type { DepthBuffer } from './depth-buffer.js';
import { EARLY, type EarlyMode } from './depth-plan.js';
import type { DepthState, StencilFace } from './depth-state.js';

/** The inputs shared by all tests of a primitive. */
export interface TestedPrimitive {
  readonly mode: EarlyMode;
  readonly state: DepthState;
  /** The number of samples per fine pixel. */
  readonly samples: number;
  readonly face: StencilFace;
  /** The depth, as a float32. */
  readonly z: number;
}

/** Removes failing samples from the quad that starts at `quads[offset]`, and returns whether any remain. */
function testQuad(
  buffer: DepthBuffer,
  quads: Int32Array,
  offset: number,
  primitive: TestedPrimitive,
): boolean {
  let covered = 0;
  for (let fragment = 0; fragment < 4; fragment++) {
    const column = offset + (fragment < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23);
    const shift = (fragment & 1) * MASK_BITS;
    const mask = (quads[column] >>> shift) & 0xffff;
    if (mask === 0) continue;
    const sampleIndex = (bit: number): number => buffer.at(quads, offset, fragment, primitive.samples, bit);
    const passed = testFragment(buffer, mask, sampleIndex, primitive);
    quads[column] = (quads[column] & ~(0xffff << shift)) | (passed << shift);
    covered |= passed;
  }
  return covered !== 0;
}

/**
 * Removes failing samples from a primitive's quads, compacts the remaining quads to the front, and returns how many
 * remain. Calls `onTested` for each quad, with the masks that it had before the test.
 */
export function testQuads(
  buffer: DepthBuffer,
  quads: Int32Array,
  count: number,
  primitive: TestedPrimitive,
  onTested: (offset: number, before01: number, before23: number) => void,
): number {
  let kept = 0;
  for (let quad = 0; quad < count; quad++) {
    const offset = quad * QUAD_COLUMNS;
    const before01 = quads[offset + QUAD_COLUMN.MASK01];
    const before23 = quads[offset + QUAD_COLUMN.MASK23];
    const survives = testQuad(buffer, quads, offset, primitive);
    onTested(offset, before01, before23);
    if (!survives) continue;
    quads.copyWithin(kept * QUAD_COLUMNS, offset, offset + QUAD_COLUMNS);
    kept++;
  }
  return kept;
}

/** Tests the samples in a fragment's mask, and returns the mask of those that remain. */
export function testFragment(
  buffer: DepthBuffer,
  mask: number,
  sampleIndex: (bit: number) => number,
  { mode, state, face, z }: TestedPrimitive,
): number {
  let passed = 0;
  for (let remaining = mask; remaining !== 0; remaining &= remaining - 1) {
    const bit = 31 - Math.clz32(remaining & -remaining);
    const index = sampleIndex(bit);
    const passes =
      mode === EARLY.WRITE ? buffer.resolve(index, z, state, face) : buffer.passes(index, z, state, face);
    if (passes) passed |= 1 << bit;
  }
  return mode === EARLY.PIXELS && passed !== 0 ? mask : passed;
}
