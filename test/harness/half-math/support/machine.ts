import { HALF, round, SINGLE, toDyadic } from '../../../arch/isa/numbers/exact.js';
import { getHalfValue } from '../../../arch/isa/numbers/half-value.js';
import { fromSingleBits, fusedMultiplyAdd, toHalfBits, toSingleBits } from './exact-float.js';

/** The MODE settings that the test varies. */
export interface FloatMode {
  /** Whether 32-bit denormals are flushed to zero. */
  readonly flushes: boolean;
  /** Whether 16-bit results are rounded towards zero. */
  readonly toZero: boolean;
}

/** Packs RSRC1's FLOAT_MODE field. 32-bit results are rounded to nearest even; 16-bit denormals are preserved. */
export function packMode({ flushes, toZero }: FloatMode): number {
  return 0xc0 | (flushes ? 0 : 0x30) | (toZero ? 0x0c : 0);
}

/** Thrown for a non-finite operand, which this test does not cover. */
export class NonFiniteError extends Error {}

function requireFinite(value: number): number {
  if (!Number.isFinite(value)) throw new NonFiniteError();
  return value;
}

/** The part of a register that an operand uses. */
export type RegisterPart = 'whole' | 'low' | 'high';

/** Reads an operand's value. */
export function readOperand(word: number, part: RegisterPart, { flushes }: FloatMode): number {
  if (part !== 'whole') return requireFinite(getHalfValue(part === 'low' ? word & 0xffff : word >>> 16));
  const value = requireFinite(fromSingleBits(word));
  return flushes && Math.abs(value) < 2 ** -126 ? value * 0 : value;
}

/** Applies an operand's modifiers to a value: first abs, then neg. */
export function applySigns(
  value: number,
  { neg, abs }: { readonly neg: boolean; readonly abs: boolean },
): number {
  const magnitude = abs ? Math.abs(value) : value;
  return neg ? -magnitude : magnitude;
}

/** Clamps a result to the range 0 to 1 and removes negative zero. */
export function clamp(value: number): number {
  return value > 0 ? Math.min(value, 1) : 0;
}

/** Returns a · b + c, rounded to the given width. */
export function multiplyAndAdd(
  width: 'half' | 'single',
  a: number,
  b: number,
  c: number,
  mode: FloatMode,
): number {
  if (width === 'half') return fusedMultiplyAdd(a, b, c, HALF, mode.toZero);
  const value = fusedMultiplyAdd(a, b, c, SINGLE, false);
  return mode.flushes && Math.abs(value) < 2 ** -126 ? value * 0 : value;
}

/** Rounds a 32-bit float to 16 bits. */
export function toHalf(value: number, toZero: boolean): number {
  return value === 0 ? value : round(toDyadic(value), HALF, toZero);
}

/** Returns a register's word after writing a result to part of it. */
export function writeResult(word: number, part: RegisterPart, value: number): number {
  if (part === 'whole') return toSingleBits(value);
  const half = toHalfBits(value);
  return part === 'low' ? ((word & 0xffff0000) | half) >>> 0 : ((half << 16) | (word & 0xffff)) >>> 0;
}
