import type { StencilFace } from './depth-state.js';

/** Comparisons of a new value with the stored one, by the codes of ZFUNC and STENCILFUNC. */
const COMPARES: readonly ((value: number, stored: number) => boolean)[] = [
  () => false,
  (value, stored) => value < stored,
  (value, stored) => value === stored,
  (value, stored) => value <= stored,
  (value, stored) => value > stored,
  (value, stored) => value !== stored,
  (value, stored) => value >= stored,
  () => true,
];

const STENCIL_MAX = 0xff;

/** Stencil operations by the codes of DB_STENCIL_CONTROL; bits above the eighth are cut by the write mask. */
const STENCIL_OPS: readonly ((stored: number, face: StencilFace) => number)[] = [
  (stored) => stored,
  () => 0,
  () => STENCIL_MAX,
  (_stored, { reference }) => reference,
  (_stored, { operand }) => operand,
  (stored, { operand }) => Math.min(stored + operand, STENCIL_MAX),
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

/** Whether `value` compares with `stored` as `func` asks. */
export function compares(func: number, value: number, stored: number): boolean {
  return COMPARES[func](value, stored);
}

/** Whether a face's stencil test passes at a sample that holds `stored`. */
export function stencilPasses(face: StencilFace, stored: number): boolean {
  return compares(face.func, face.reference & face.mask, stored & face.mask);
}

/** The stencil value after an operation on `stored`, within the face's write mask. */
export function stencilAfter(operation: number, face: StencilFace, stored: number): number {
  const result = STENCIL_OPS[operation](stored, face);
  return (stored & ~face.writeMask) | (result & face.writeMask);
}
