import type { Gfx, WaveSize } from '../../chips.js';
import type { RawInstruction } from '../decode/raw.js';
import { getM0Code, getNullCode, getSgprLimit } from '../generation.js';
import { countDwords, type OperandType } from '../operand-type.js';
import { formatScopeAndHint } from '../scope.js';
import { VGPR_BASE } from '../slots.js';
import { formatHex, formatInlineConstant, formatLiteral } from './number.js';

/** The printed operands and modifiers of an instruction. */
export type OperandsAndModifiers = [operands: string[], modifiers: string[]];

/** Joins a mnemonic, comma-separated operands and space-separated modifiers into a line. */
export function formatLine(
  mnemonic: string,
  operands: readonly string[],
  modifiers: readonly string[] = [],
): string {
  const text = operands.length === 0 ? mnemonic : `${mnemonic} ${operands.join(', ')}`;
  return [text, ...modifiers].join(' ');
}

/** Prints the cache bits in LLVM's order, or the scope and hint for formats that have them. */
export function printCacheBits({ row, fields }: RawInstruction): string[] {
  if (fields.scope !== undefined)
    return formatScopeAndHint(row.family === 'memory' ? row.access : 'load', fields);
  return ['glc', 'slc', 'dlc'].filter((name) => fields[name]);
}

/** What an operand's text depends on besides its code and type. */
export interface PrintContext {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly literal: number;
}

/** Names of register pairs: the low half, the high half, and the pair. */
export const PAIRS: Readonly<Record<number, readonly [string, string, string]>> = {
  106: ['vcc_lo', 'vcc_hi', 'vcc'],
  126: ['exec_lo', 'exec_hi', 'exec'],
};

/** The pairs that only GFX9 has. */
export const GFX9_PAIRS: typeof PAIRS = {
  102: ['flat_scratch_lo', 'flat_scratch_hi', 'flat_scratch'],
  104: ['xnack_mask_lo', 'xnack_mask_hi', 'xnack_mask'],
};

/** Names of the sources that are neither registers nor constants, by code. */
export const SPECIAL_SOURCES: Readonly<Record<number, string>> = {
  235: 'src_shared_base',
  236: 'src_shared_limit',
  237: 'src_private_base',
  238: 'src_private_limit',
  239: 'src_pops_exiting_wave_id',
  251: 'src_vccz',
  252: 'src_execz',
  253: 'src_scc',
  254: 'src_lds_direct',
};

/** Number of the first of the registers for trap handlers. */
export const FIRST_TRAP_TEMPORARY = 108;
const LAST_TRAP_TEMPORARY = 123;

function formatRange(prefix: string, first: number, count: number): string {
  return count === 1 ? `${prefix}${first}` : `${prefix}[${first}:${first + count - 1}]`;
}

/** The register number that LLVM prints as `null` on GFX9. The number is reserved, because GFX9 has no NULL. */
const GFX9_NULL = 125;

function isNull(code: number, gfx: Gfx): boolean {
  return code === getNullCode(gfx) || (gfx === 'gfx9' && code === GFX9_NULL);
}

/** Rounds the first register of a range down to a multiple of two or four, as LLVM does. */
function alignDown(number: number, dwords: number): number {
  return number - (number % (dwords > 2 ? 4 : dwords));
}

/**
 * Returns the name of `dwords` scalar registers starting at a code, or undefined if the code is not a scalar register.
 */
export function formatScalarRange(code: number, dwords: number, gfx: Gfx): string | undefined {
  if (code === getM0Code(gfx)) return 'm0';
  if (isNull(code, gfx)) return 'null';
  if (code < getSgprLimit(gfx)) return formatRange('s', alignDown(code, dwords), dwords);
  if (code >= FIRST_TRAP_TEMPORARY && code <= LAST_TRAP_TEMPORARY) {
    return formatRange('ttmp', alignDown(code - FIRST_TRAP_TEMPORARY, dwords), dwords);
  }
  const names = gfx === 'gfx9' ? { ...PAIRS, ...GFX9_PAIRS } : PAIRS;
  const pair = names[code & ~1];
  return dwords === 1 ? pair?.[code & 1] : pair?.[2];
}

/** Returns the name of `dwords` VGPRs starting at `register`. */
export function formatVgprRange(register: number, dwords: number): string {
  return formatRange('v', register, dwords);
}

/** Prints the operand with the given code. */
export function formatOperand(code: number, type: OperandType, context: PrintContext): string {
  const dwords = countDwords(type, context.wave);
  if (code >= VGPR_BASE) return formatVgprRange(code - VGPR_BASE, dwords);
  if (code === 255) return formatLiteral(context.literal, type);
  const name =
    code < 128
      ? formatScalarRange(code, dwords, context.gfx)
      : (formatInlineConstant(code, type) ?? SPECIAL_SOURCES[code]);
  return name ?? `invalid(${formatHex(code)})`;
}

/** Returns whether an operand code is a literal or an inline constant. */
export function isConstant(code: number): boolean {
  return code === 255 || (code >= 128 && code <= 208) || (code >= 240 && code <= 248);
}
