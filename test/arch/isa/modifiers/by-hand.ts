import type { Encodable } from '../../../../arch/isa/encode.js';
import { is16Bit, isFloat, isWide, type OperandType } from '../../../../arch/isa/operand-type.js';

type Fields = Encodable['fields'];

/** A value in one lane, as one or two dwords. */
export type Value = readonly [low: number, high: number];

/**
 * Returns the lane that `lane` reads with a DPP control, or undefined if there is none. Follows the manuals, not the
 * model.
 */
export function pickLane(lane: number, control: number, gfx: string): number | undefined {
  const row = lane - (lane % 16);
  const column = lane % 16;
  const amount = control % 16;
  const inRow = (target: number) => (target >= 0 && target < 16 ? row + target : undefined);
  if (control < 256) return lane - (lane % 4) + (Math.floor(control / 4 ** (lane % 4)) % 4);
  if (control >= 0x101 && control <= 0x10f) return inRow(column + amount);
  if (control >= 0x111 && control <= 0x11f) return inRow(column - amount);
  if (control >= 0x121 && control <= 0x12f) return row + ((column + 16 - amount) % 16);
  if (control === 0x140) return row + 15 - column;
  if (control === 0x141) return lane - (lane % 8) + 7 - (lane % 8);
  if (gfx !== 'gfx9') return control < 0x160 ? row + amount : row + (column ^ amount);
  if (control === 0x130) return lane + 1 < 64 ? lane + 1 : undefined;
  if (control === 0x134) return (lane + 1) % 64;
  if (control === 0x138) return lane > 0 ? lane - 1 : undefined;
  if (control === 0x13c) return (lane + 63) % 64;
  if (control === 0x142) return lane >= 16 ? row - 1 : undefined;
  return lane >= 32 ? 31 : undefined;
}

/** Returns the lane that `lane` reads with DPP8 selectors. */
export function pickLaneOfEight(lane: number, selectors: number): number {
  return lane - (lane % 8) + (Math.floor(selectors / 8 ** (lane % 8)) % 8);
}

/** Extracts a byte or word from a dword and zero-extends or sign-extends it. */
export function extractSelected(dword: number, select: number, signed: boolean): number {
  if (select === 6) return dword | 0;
  const width = select < 4 ? 8 : 16;
  const low = select < 4 ? select * 8 : (select - 4) * 16;
  const bits = (dword >>> low) & (2 ** width - 1);
  return signed && bits >= 2 ** (width - 1) ? bits - 2 ** width : bits;
}

/** Applies abs and then neg to a source, at the width of its type. */
export function applySignModifiers([low, high]: Value, type: OperandType, abs: boolean, neg: boolean): Value {
  const modifySign = (bits: number, sign: number) => {
    const magnitude = abs ? bits & ~sign : bits;
    return neg ? magnitude ^ sign : magnitude;
  };
  if (is16Bit(type)) return [modifySign(low, 0x8000), high];
  return isWide(type) ? [low, modifySign(high, 0x80000000)] : [modifySign(low, 0x80000000), high];
}

/**
 * Returns the destination register after SDWA has written the selected part and filled the rest as `dst_unused`
 * specifies.
 */
export function placeResult(
  result: number,
  old: number,
  { dst_sel: select, dst_unused: unused }: Fields,
): number {
  if (select === 6) return result | 0;
  const width = select < 4 ? 8 : 16;
  const low = select < 4 ? select * 8 : (select - 4) * 16;
  const mask = (2 ** width - 1) << low;
  const field = (result << low) & mask;
  if (unused === 2) return (old & ~mask) | field;
  return unused === 1 ? (result << (32 - width)) >> (32 - width - low) : field;
}

const FLOAT_VIEW = new DataView(new ArrayBuffer(4));

function toFloat(bits: number): number {
  FLOAT_VIEW.setInt32(0, bits);
  return FLOAT_VIEW.getFloat32(0);
}

function toBits(value: number): number {
  FLOAT_VIEW.setFloat32(0, value);
  return FLOAT_VIEW.getInt32(0);
}

function clampHalf(bits: number): number {
  const half = bits & 0xffff;
  const isNan = (half & 0x7fff) > 0x7c00;
  if (isNan || half >= 0x8000) return 0;
  return half > 0x3c00 ? 0x3c00 : half;
}

/**
 * Applies the output modifiers to a result. If `flushes` is true, 32-bit denormals become zero; if not, omod has no
 * effect.
 */
export function applyOutputModifiers(
  bits: number,
  type: OperandType,
  { omod = 0, clamp = 0 }: Fields,
  flushes: boolean,
): number {
  if (type === 'v2f16' && clamp) return clampHalf(bits) | (clampHalf(bits >>> 16) << 16);
  if (type === 'f16') return clamp ? (bits & ~0xffff) | clampHalf(bits) : bits;
  if (type !== 'f32') return bits;
  let value = toFloat(bits);
  if (omod !== 0 && flushes) value = Math.fround(value * [1, 2, 4, 0.5][omod]) + 0;
  if (clamp) value = value > 0 ? Math.min(value, 1) : 0;
  if (Math.abs(value) < 2 ** -126 && flushes) value *= 0;
  return Number.isNaN(value) ? bits : toBits(value);
}

/** Returns whether two results have the same bits or are both NaN. */
export function isSameResult(a: number, b: number, type: OperandType): boolean {
  if ((a | 0) === (b | 0)) return true;
  const isHalfNan = (bits: number) => (bits & 0x7fff) > 0x7c00;
  const isSameHalf = (x: number, y: number) =>
    (x & 0xffff) === (y & 0xffff) || (isHalfNan(x) && isHalfNan(y));
  if (type === 'v2f16') return isSameHalf(a, b) && isSameHalf(a >>> 16, b >>> 16);
  return isFloat(type) && Number.isNaN(toFloat(a)) && Number.isNaN(toFloat(b));
}
