import type { Gfx } from '../../chips.js';
import { lookup } from '../../collections.js';
import { decodeInlineConstant } from '../constants.js';
import { getM0Code, getNullCode } from '../generation.js';
import { doubleToHighBits, floatToBits } from '../numbers/bits.js';
import { numberToHalf, ROUND_NEAREST } from '../numbers/half.js';
import { is16Bit, isWide, type OperandType } from '../operand-type.js';
import { SPECIAL_SOURCES } from '../print/operand.js';
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

const LITERAL = 255;

const CODES_BY_NAME: Readonly<Record<string, number>> = lookup({
  vcc: 106,
  vcc_lo: 106,
  vcc_hi: 107,
  exec: 126,
  exec_lo: 126,
  exec_hi: 127,
  flat_scratch: 102,
  flat_scratch_lo: 102,
  flat_scratch_hi: 103,
  xnack_mask: 104,
  xnack_mask_lo: 104,
  xnack_mask_hi: 105,
  ...Object.fromEntries(Object.entries(SPECIAL_SOURCES).map(([code, name]) => [name, Number(code)])),
});

const FIRST_TRAP_TEMPORARY = 108;

/** Returns the code of a register name, or undefined for any other text. */
export function parseRegister(text: string, gfx: Gfx): number | undefined {
  if (text === 'm0') return getM0Code(gfx);
  if (text === 'null') return getNullCode(gfx) < 0 ? undefined : getNullCode(gfx);
  if (Object.hasOwn(CODES_BY_NAME, text)) return CODES_BY_NAME[text];
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

const INLINE_CODES = [
  ...Array.from({ length: 81 }, (_, i) => 128 + i),
  ...Array.from({ length: 9 }, (_, i) => 240 + i),
];

/** Returns the code of the inline constant with the given bits, if any. 16-bit integers have no float constants. */
function findInlineCode(bits: number, type: OperandType): number | undefined {
  if (bits >= -16 && bits <= 64) return bits >= 0 ? 128 + bits : 192 - bits;
  if (isWide(type) || type === 'i16' || type === 'u16') return undefined;
  return INLINE_CODES.find((code) => decodeInlineConstant(code, type)!.low >>> 0 === bits >>> 0);
}

const INLINE_FRACTIONS = ['0.5', '-0.5', '1.0', '-1.0', '2.0', '-2.0', '4.0', '-4.0'];

function parseNumber(text: string, type: OperandType): Pick<ParsedOperand, 'code' | 'literal'> {
  if (INLINE_FRACTIONS.includes(text)) return { code: 240 + INLINE_FRACTIONS.indexOf(text), literal: 0 };
  if (/^0\.159\d*$/.test(text)) return { code: 248, literal: 0 };
  const isFraction = /^-?\d*\.\d+(e[+-]?\d+)?$/i.test(text);
  const bits = isFraction ? encodeFraction(Number(text), type) : parseInteger(text);
  const code = findInlineCode(bits, type);
  return code === undefined ? { code: LITERAL, literal: bits | 0 } : { code, literal: 0 };
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
  return { ...operand, neg, abs, sext };
}
