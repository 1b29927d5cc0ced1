import { inlineInteger } from '../constants.js';
import { isHalfWide, type OperandType } from '../operand-type.js';

/** Hexadecimal with prefix, unsigned. */
export function hex(value: number): string {
  return `0x${(value >>> 0).toString(16)}`;
}

/** An immediate as LLVM prints untyped ones: decimal where it would be inline, else hexadecimal. */
export function immediate(value: number): string {
  return value >= -16 && value <= 64 ? `${value}` : hex(value);
}

const FLOATS = ['0.5', '-0.5', '1.0', '-1.0', '2.0', '-2.0', '4.0', '-4.0'];

function inverseTwoPi(type: OperandType): string {
  if (type === 'f64' || type === 'b64') return '0.15915494309189532';
  return isHalfWide(type) || type === 'v2f16' ? '0.1591' : '0.15915494';
}

/** Text of an inline constant, or undefined for other source codes. */
export function inlineText(code: number, type: OperandType): string | undefined {
  const integer = inlineInteger(code);
  if (integer !== undefined) return `${integer}`;
  if (code === 248) return inverseTwoPi(type);
  return FLOATS[code - 240];
}

/** Text of a literal for an operand: the bits that the operand takes. */
export function literalText(literal: number, type: OperandType): string {
  return hex(isHalfWide(type) ? literal & 0xffff : literal);
}
