import {
  decodeInlineConstant,
  decodeInlineInteger,
  FIRST_INLINE_FLOAT,
  INVERSE_TWO_PI,
} from '../constants.js';
import { is16Bit, isWide, type OperandType } from '../operand-type.js';

/** Formats a number as unsigned hexadecimal with the prefix `0x`. */
export function formatHex(value: number): string {
  return `0x${(value >>> 0).toString(16)}`;
}

/** Formats an untyped immediate as LLVM does: decimal if it fits an inline constant, otherwise hexadecimal. */
export function formatImmediate(value: number): string {
  return value >= -16 && value <= 64 ? `${value}` : formatHex(value);
}

/** The inline float constants, by code from `FIRST_INLINE_FLOAT` on. */
export const FLOAT_NAMES = ['0.5', '-0.5', '1.0', '-1.0', '2.0', '-2.0', '4.0', '-4.0'];

const INLINE_FLOATS: readonly number[] = [...FLOAT_NAMES.keys()]
  .map((i) => FIRST_INLINE_FLOAT + i)
  .concat(INVERSE_TWO_PI);

/**
 * Formats an inline constant. Returns undefined if the code is not an inline constant. Float constants of 16-bit
 * integer types are printed as bits.
 */
export function formatInlineConstant(code: number, type: OperandType): string | undefined {
  const integer = decodeInlineInteger(code);
  if (integer !== undefined) return `${integer}`;
  if (type === 'i16' || type === 'u16') {
    const constant = decodeInlineConstant(code, type);
    return constant === undefined ? undefined : formatHex(constant.low);
  }
  if (code === INVERSE_TWO_PI) return isWide(type) ? '0.15915494309189532' : '0.15915494';
  return FLOAT_NAMES[code - FIRST_INLINE_FLOAT];
}

/** Formats a non-operand literal as LLVM does: as the inline float with the same bits, if any, or as an immediate. */
export function formatBareLiteral(literal: number): string {
  const float = INLINE_FLOATS.find((code) => decodeInlineConstant(code, 'b32')?.low === (literal | 0));
  return (
    (float === undefined ? undefined : formatInlineConstant(float, 'b32')) ?? formatImmediate(literal | 0)
  );
}

/** Formats a literal operand, showing only the bits that the operand uses. */
export function formatLiteral(literal: number, type: OperandType): string {
  return formatHex(is16Bit(type) ? literal & 0xffff : literal);
}
