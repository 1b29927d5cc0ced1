import { doubleToHighBits, floatToBits } from './numbers/bits.js';
import { numberToHalf, ROUND_NEAREST } from './numbers/half.js';
import { is16Bit, isWide, type OperandType } from './operand-type.js';

/** Values of the inline float constants with source codes 240 to 247. Code 248 is 1/(2*pi). */
const INLINE_FLOATS = [0.5, -0.5, 1, -1, 2, -2, 4, -4] as const;

export const FIRST_INLINE_FLOAT = 240;
export const INVERSE_TWO_PI = 248;

const INVERSE_TWO_PI_HALF = 0x3118;
const INVERSE_TWO_PI_SINGLE = 0x3e22f983;
const INVERSE_TWO_PI_DOUBLE_LOW = 0x6dc9c882;
const INVERSE_TWO_PI_DOUBLE_HIGH = 0x3fc45f30;

/** The two dwords of a constant. `high` only matters for 64-bit operands. */
export interface Constant {
  readonly low: number;
  readonly high: number;
}

/** Returns the integer encoded by an inline constant code from 128 to 208, or undefined for other codes. */
export function decodeInlineInteger(code: number): number | undefined {
  if (code >= 128 && code <= 192) return code - 128;
  return code >= 193 && code <= 208 ? 192 - code : undefined;
}

function decodeInlineFloat(code: number, type: OperandType): Constant {
  const isHalf = is16Bit(type) || type === 'v2f16';
  if (code === INVERSE_TWO_PI) {
    if (isWide(type)) return { low: INVERSE_TWO_PI_DOUBLE_LOW, high: INVERSE_TWO_PI_DOUBLE_HIGH };
    return { low: isHalf ? INVERSE_TWO_PI_HALF : INVERSE_TWO_PI_SINGLE, high: 0 };
  }
  const value = INLINE_FLOATS[code - FIRST_INLINE_FLOAT];
  if (isWide(type)) return { low: 0, high: doubleToHighBits(value) };
  return { low: isHalf ? numberToHalf(value, ROUND_NEAREST) : floatToBits(value), high: 0 };
}

/** Returns the value of an inline constant for an operand type, or undefined if the code is not an inline constant. */
export function decodeInlineConstant(code: number, type: OperandType): Constant | undefined {
  const integer = decodeInlineInteger(code);
  if (integer !== undefined) return { low: integer, high: integer >> 31 };
  return code >= FIRST_INLINE_FLOAT && code <= INVERSE_TWO_PI ? decodeInlineFloat(code, type) : undefined;
}

/**
 * Returns the value of a literal word. For 64-bit operands it is sign-extended (`i64`), used as the upper half (`f64`),
 * or zero-extended (other types).
 */
export function decodeLiteral(literal: number, type: OperandType): Constant {
  if (type === 'f64') return { low: 0, high: literal };
  return { low: literal, high: type === 'i64' ? literal >> 31 : 0 };
}
