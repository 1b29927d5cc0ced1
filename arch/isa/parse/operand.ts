import type { Gfx } from '../../chips.js';
import { decodeInlineConstant, FIRST_INLINE_FLOAT } from '../constants.js';
import { SOURCE_LITERAL } from '../formats/extension.js';
import { getM0Code, getNullCode } from '../generation.js';
import { doubleToHighBits, floatToBits } from '../numbers/bits.js';
import { numberToHalf, ROUND_NEAREST } from '../numbers/half.js';
import { is16Bit, isWide, type OperandType } from '../operand-type.js';
import { FLOAT_NAMES } from '../print/number.js';
import { FIRST_TRAP_TEMPORARY, GFX9_PAIRS, PAIRS, SPECIAL_SOURCES } from '../print/operand.js';
import { VGPR_BASE } from '../slots.js';
import { parseInteger } from './tokens.js';

/** An operand's code, its sign modifiers, and the literal if the code selects one. */
export interface ParsedOperand {
  readonly code: number;
  readonly literal: number;
  readonly neg: boolean;
  readonly abs: boolean;
  readonly sext: boolean;
}

const CODES_BY_NAME = new Map([
  ...Object.entries({ ...PAIRS, ...GFX9_PAIRS }).flatMap(([code, [low, high, pair]]) => [
    [low, Number(code)] as const,
    [high, Number(code) + 1] as const,
    [pair, Number(code)] as const,
  ]),
  ...Object.entries(SPECIAL_SOURCES).map(([code, name]) => [name, Number(code)] as const),
]);

/** Returns the code of a register name, or undefined for any other text. */
export function parseRegister(text: string, gfx: Gfx): number | undefined {
  if (text === 'm0') return getM0Code(gfx);
  if (text === 'null') return getNullCode(gfx) < 0 ? undefined : getNullCode(gfx);
  const code = CODES_BY_NAME.get(text);
  if (code !== undefined) return code;
  const half = /^v(\d+)\.([lh])$/.exec(text);
  if (half !== null) return VGPR_BASE + Number(half[1]) + (half[2] === 'h' ? 128 : 0);
  const match = /^(s|v|ttmp)(?:(\d+)|\[(\d+)(?::\d+)?\])$/.exec(text);
  if (match === null) return undefined;
  const number = Number(match[2] ?? match[3]);
  const base = { s: 0, v: VGPR_BASE, ttmp: FIRST_TRAP_TEMPORARY }[match[1]] ?? 0;
  return base + number;
}

/** Encodes a decimal fraction as a float of the operand's type. Returns only the upper half for 64-bit floats. */
function encodeFraction(value: number, type: OperandType): number {
  if (isWide(type)) return doubleToHighBits(value);
  return is16Bit(type) || type === 'v2f16' ? numberToHalf(value, ROUND_NEAREST) : floatToBits(value);
}

const FLOAT_CODES = Array.from({ length: 9 }, (_, i) => FIRST_INLINE_FLOAT + i);

/** Returns the code of the inline constant with the given bits, if any. 16-bit integers have no float constants. */
function findInlineCode(bits: number, type: OperandType): number | undefined {
  const isExact = isWide(type) || type === 'i16' || type === 'u16';
  const value = isExact ? bits : bits | 0;
  if (value >= -16 && value <= 64) return value >= 0 ? 128 + value : 192 - value;
  if (isExact) return undefined;
  return FLOAT_CODES.find((code) => decodeInlineConstant(code, type)!.low >>> 0 === bits >>> 0);
}

function parseNumber(text: string, type: OperandType): Pick<ParsedOperand, 'code' | 'literal'> {
  if (FLOAT_NAMES.includes(text)) return { code: FIRST_INLINE_FLOAT + FLOAT_NAMES.indexOf(text), literal: 0 };
  if (/^0\.159\d*$/.test(text)) return { code: 248, literal: 0 };
  const isFraction = /^-?\d*\.\d+(e[+-]?\d+)?$/i.test(text);
  const bits = isFraction ? encodeFraction(Number(text), type) : parseInteger(text);
  const code = findInlineCode(bits, type);
  return code === undefined ? { code: SOURCE_LITERAL, literal: bits | 0 } : { code, literal: 0 };
}

function unwrap(text: string, prefix: string, suffix: string): string | undefined {
  if (!text.startsWith(prefix) || !text.endsWith(suffix) || text.length <= prefix.length) return undefined;
  return text.slice(prefix.length, text.length - suffix.length);
}

/** Returns the text inside a sign modifier and true, or the unchanged text and false if there is no modifier. */
function stripModifier(
  text: string,
  inner: string | undefined,
): readonly [text: string, hasModifier: boolean] {
  return inner === undefined ? [text, false] : [inner, true];
}

/**
 * Parses an operand: a register, constant or literal, optionally inside `-`, `| |`, `neg( )`, `abs( )` or `sext( )`.
 * When modifiers are combined, abs is innermost.
 */
export function parseOperand(text: string, type: OperandType, gfx: Gfx): ParsedOperand {
  const [extended, sext] = stripModifier(text, unwrap(text, 'sext(', ')'));
  const minus = /^-[^\d.-]/.test(extended) ? extended.slice(1) : undefined;
  const [signed, neg] = stripModifier(extended, unwrap(extended, 'neg(', ')') ?? minus);
  const [core, abs] = stripModifier(signed, unwrap(signed, 'abs(', ')') ?? unwrap(signed, '|', '|'));
  const register = parseRegister(core, gfx);
  const operand = register === undefined ? parseNumber(core, type) : { code: register, literal: 0 };
  return { neg, abs, sext, ...operand };
}
