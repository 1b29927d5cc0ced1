import { FIRST_INLINE_FLOAT, INVERSE_TWO_PI, inlineConstant, inlineInteger } from '../constants.js';
import { isHalfWide, isWide, type OperandType } from '../operand-type.js';

/** Unsigned hexadecimal with prefix. */
export function hex(value: number): string {
  return `0x${(value >>> 0).toString(16)}`;
}

/** An immediate as LLVM prints untyped ones: decimal if it would be inline, else hexadecimal. */
export function immediate(value: number): string {
  return value >= -16 && value <= 64 ? `${value}` : hex(value);
}

const FLOATS = ['0.5', '-0.5', '1.0', '-1.0', '2.0', '-2.0', '4.0', '-4.0'];

const INLINE_FLOATS: readonly number[] = [...FLOATS.keys()]
  .map((i) => FIRST_INLINE_FLOAT + i)
  .concat(INVERSE_TWO_PI);

/** Text of an inline constant; undefined for other source codes; 16-bit integers show a float's bits. */
export function inlineText(code: number, type: OperandType): string | undefined {
  const integer = inlineInteger(code);
  if (integer !== undefined) return `${integer}`;
  if (type === 'i16' || type === 'u16') {
    const constant = inlineConstant(code, type);
    return constant === undefined ? undefined : hex(constant.low);
  }
  if (code === INVERSE_TWO_PI) return isWide(type) ? '0.15915494309189532' : '0.15915494';
  return FLOATS[code - FIRST_INLINE_FLOAT];
}

/** A literal that is not an operand, as LLVM prints it: like the inline constant with its bits, if any. */
export function plainLiteral(literal: number): string {
  const float = INLINE_FLOATS.find((code) => inlineConstant(code, 'b32')?.low === (literal | 0));
  return (float === undefined ? undefined : inlineText(float, 'b32')) ?? immediate(literal | 0);
}

/** Text of a literal as an operand: the bits the operand uses. */
export function literalText(literal: number, type: OperandType): string {
  return hex(isHalfWide(type) ? literal & 0xffff : literal);
}
