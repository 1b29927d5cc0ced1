import type { StencilFace } from './depth-state.js';

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
