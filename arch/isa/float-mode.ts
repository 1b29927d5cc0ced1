import { UnsupportedOperation } from './instruction.js';
import type { OperandType } from './operand-type.js';

/** The MODE register fields that affect floating-point operations. */
const ROUND_SINGLE = 0x03;
const ROUND_HALF_AND_DOUBLE = 0x0c;
const DENORMALS_SINGLE = 0x30;
const DENORMALS_HALF_AND_DOUBLE = 0xc0;
/**
 * In IEEE mode, minimum operations quiet signalling NaNs instead of dropping them, and omod has no effect. Drivers set
 * it only for compute shaders.
 */
const IEEE = 0x200;

/** The MODE bits that an operation depends on, and the value they must have for it to be supported. */
export interface ModeRequirement {
  readonly mask: number;
  readonly value: number;
}

/**
 * Returns which MODE setting an operation on the given operand types requires. IEEE mode must be off. 32-bit floats,
 * 64-bit floats and intermediate 16-bit products must round to nearest even. 16-bit and 64-bit floats must preserve
 * denormals. 32-bit denormals and 16-bit rounding follow MODE.
 */
export function getModeRequirement(
  types: readonly (OperandType | undefined)[],
  { roundsProduct = false }: { readonly roundsProduct?: boolean } = {},
): ModeRequirement {
  const has = (type: OperandType) => types.includes(type);
  const single = has('f32') ? ROUND_SINGLE : 0;
  const half = has('f16') || has('v2f16') || has('f64') ? DENORMALS_HALF_AND_DOUBLE : 0;
  const double = has('f64') || roundsProduct ? ROUND_HALF_AND_DOUBLE : 0;
  const ieee = single !== 0 || half !== 0 ? IEEE : 0;
  return { mask: single | half | double | ieee, value: half };
}

/** Throws if MODE requests behaviour that is not modelled. */
export function requireMode(mode: number, { mask, value }: ModeRequirement): void {
  if ((mode & mask) !== value)
    throw new UnsupportedOperation(`float mode 0x${(mode & (IEEE | 0xff)).toString(16)}`);
}

/**
 * Returns whether 32-bit denormals are flushed. Throws if MODE flushes only inputs or only outputs, which is not
 * modelled.
 */
export function flushesDenormals(mode: number): boolean {
  const field = mode & DENORMALS_SINGLE;
  if (field === DENORMALS_SINGLE) return false;
  if (field === 0) return true;
  throw new UnsupportedOperation(`float mode 0x${(mode & 0xff).toString(16)}`);
}
