import type { RawInstruction } from '../decode/raw.js';
import { getComponentType, is16Bit, isFloat } from '../operand-type.js';
import type { CrossLaneRow, Row, VectorRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { getCode, getCrossLaneSlots, getShape, getVectorSlots, type Slot, VGPR_BASE } from '../slots.js';
import { printDpp8, printDpp16 } from './dpp.js';
import { formatHex } from './number.js';
import { formatOperand, isConstant, type PrintContext } from './operand.js';

/** Names of the SDWA selectors, by number. */
export const SELECTOR_NAMES = ['BYTE_0', 'BYTE_1', 'BYTE_2', 'BYTE_3', 'WORD_0', 'WORD_1', 'DWORD'];
/** LLVM's names for the ways in which SDWA treats the rest of the destination, by number. */
export const UNUSED_NAMES = ['UNUSED_PAD', 'UNUSED_SEXT', 'UNUSED_PRESERVE'];
/** The output modifiers, by number. */
export const OMOD_NAMES = ['', 'mul:2', 'mul:4', 'div:2'];

/**
 * Returns the mnemonic with the suffix of its form, if any. Rows with a single encoding have no suffix in their plain
 * form, nor do short-form DPP comparisons.
 */
export function getVectorMnemonic(row: Row, raw: RawInstruction, { gfx }: PrintContext): string {
  const name = getName(row, gfx);
  const isDpp = raw.extension === 'dpp16' || raw.extension === 'dpp8';
  if (raw.format.startsWith('vop3')) {
    if (isDpp) return `${name}_e64_dpp`;
    return raw.encoding === 'e64' ? `${name}_e64` : name;
  }
  if (isDpp) return raw.format === 'vopc' ? name : `${name}_dpp`;
  if (raw.extension === 'sdwa') return `${name}_sdwa`;
  return raw.encoding === 'e32' ? `${name}_e32` : name;
}

function isLong(raw: RawInstruction): boolean {
  return raw.format === 'vop3' || raw.format === 'vop3sd';
}

function hasModifier(raw: RawInstruction, name: 'neg' | 'abs', source: number): boolean {
  if (raw.row.family === 'vector' && raw.row.mix) {
    return ((raw.fields[name === 'abs' ? 'neg_hi' : 'neg'] >>> source) & 1) !== 0;
  }
  if (isLong(raw)) return (((raw.fields[name] ?? 0) >>> source) & 1) !== 0;
  return (raw.fields[`src${source}_${name}`] ?? 0) !== 0;
}

/** The rows whose 16-bit operands are printed as register halves in the short form. */
const PRINTED_AS_HALVES = ['v_mov_b16'];

function formatSlot(slot: Slot, code: number, raw: RawInstruction, context: PrintContext): string {
  const printsHalf = PRINTED_AS_HALVES.includes(getName(raw.row, context.gfx)) && code >= VGPR_BASE;
  if (!printsHalf || raw.encoding !== 'e32') return formatOperand(code, slot.type, context);
  const register = code - VGPR_BASE;
  return `v${register & 127}.${register < 128 ? 'l' : 'h'}`;
}

function isInteger(type: Slot['type']): boolean {
  return type.startsWith('u') || type.startsWith('i');
}

/** Returns whether LLVM prints the neg bit of an integer as a sign extension. It never prints the abs bit. */
function printsIntegerSign({ row, extension }: RawInstruction): boolean {
  const isExtended = extension !== 'none' && extension !== 'literal';
  return row.family === 'vector' && (!hasHalves(row) || isExtended);
}

/**
 * Prints an operand with its sign modifiers: |x|, -x, -|x|, neg(x) for constants, and sext(x) for sign-extended
 * integers.
 */
function formatModifiedOperand(slot: Slot, raw: RawInstruction, context: PrintContext): string {
  if (slot.special === 'literal') return formatHex(raw.literal);
  const code = getCode(slot, raw);
  const text = formatSlot(slot, code, raw, context);
  if (slot.role === 'dst') return text;
  if (raw.fields[`src${slot.source}_sext`] && !isFloat(slot.type)) return `sext(${text})`;
  if (isLong(raw) && isInteger(slot.type))
    return hasModifier(raw, 'neg', slot.source) && printsIntegerSign(raw) ? `sext(${text})` : text;
  const magnitude = hasModifier(raw, 'abs', slot.source) ? `|${text}|` : text;
  if (!hasModifier(raw, 'neg', slot.source)) return magnitude;
  return isConstant(code) && magnitude === text ? `neg(${text})` : `-${magnitude}`;
}

function printSdwaModifiers(raw: RawInstruction, sources: number): string[] {
  const { fields } = raw;
  const modifiers: string[] = [];
  if (fields.dst_sel !== undefined) {
    modifiers.push(`dst_sel:${getSelectorName(fields.dst_sel)}`);
    modifiers.push(`dst_unused:${UNUSED_NAMES[fields.dst_unused] ?? fields.dst_unused}`);
  }
  modifiers.push(`src0_sel:${getSelectorName(fields.src0_sel)}`);
  if (sources > 1) modifiers.push(`src1_sel:${getSelectorName(fields.src1_sel)}`);
  return modifiers;
}

function getSelectorName(value: number): string {
  return SELECTOR_NAMES[value] ?? String(value);
}

/** Prints one bit per source as a bracketed list. */
function formatBitList(name: string, value: number, count: number): string {
  return `${name}:[${Array.from({ length: count }, (_, i) => (value >>> i) & 1).join(',')}]`;
}

function printMixModifiers({ fields }: RawInstruction): string[] {
  const modifiers: string[] = [];
  if (fields.op_sel) modifiers.push(formatBitList('op_sel', fields.op_sel, 3));
  if (fields.op_sel_hi) modifiers.push(formatBitList('op_sel_hi', fields.op_sel_hi, 3));
  return modifiers;
}

/**
 * Prints the half selectors and signs of a packed operation's sources unless they are the defaults: low halves for the
 * low result, high halves for the high result, and no signs.
 */
function printPackedModifiers(row: VectorRow, { fields }: RawInstruction): string[] {
  const count = row.sources.length;
  const mask = (1 << count) - 1;
  const modifiers: string[] = [];
  if (fields.op_sel & mask) modifiers.push(formatBitList('op_sel', fields.op_sel, count));
  if ((fields.op_sel_hi & mask) !== mask) modifiers.push(formatBitList('op_sel_hi', fields.op_sel_hi, count));
  if (fields.neg & mask) modifiers.push(formatBitList('neg_lo', fields.neg, count));
  if (fields.neg_hi & mask) modifiers.push(formatBitList('neg_hi', fields.neg_hi, count));
  return modifiers;
}

/** Returns whether any operand is 16 bits wide. */
function hasHalves({ dst, sources }: VectorRow): boolean {
  return [dst, ...sources].some((type) => type !== undefined && is16Bit(type));
}

/**
 * Prints the register halves selected by a long form as one bit per source and one for the destination. The bits of
 * packed sources are zero.
 */
function printHalfSelectors(row: VectorRow, raw: RawInstruction): string[] {
  const packed = row.sources.reduce(
    (bits, type, i) => (getComponentType(type) === undefined ? bits : bits | (1 << i)),
    0,
  );
  const value = (raw.fields.op_sel ?? 0) & ~packed;
  if (row.format !== 'vop3' || value === 0 || row.omitsOpSel || !hasHalves(row)) return [];
  const sources = row.sources.length;
  return [formatBitList('op_sel', (value & ((1 << sources) - 1)) | ((value >>> 3) << sources), sources + 1)];
}

/** Prints the source modifiers of a long form, except for signs. */
function printSelectors(row: VectorRow, raw: RawInstruction): string[] {
  if (row.mix) return printMixModifiers(raw);
  return raw.format === 'vop3p' ? printPackedModifiers(row, raw) : printHalfSelectors(row, raw);
}

function printModifiers(row: VectorRow, raw: RawInstruction, context: PrintContext): string[] {
  const { fields } = raw;
  const modifiers = printSelectors(row, raw);
  if (fields.clamp) modifiers.push('clamp');
  if (fields.omod) modifiers.push(OMOD_NAMES[fields.omod]);
  if (raw.extension === 'dpp16') return [...modifiers, ...printDpp16(fields, context.gfx)];
  if (raw.extension === 'dpp8') return [...modifiers, ...printDpp8(fields)];
  const sources = row.sources.filter((type) => type !== 'mask').length;
  return raw.extension === 'sdwa' ? [...modifiers, ...printSdwaModifiers(raw, sources)] : modifiers;
}

/** Prints the operands and modifiers of a vector ALU instruction. */
export function printVector(
  row: VectorRow,
  raw: RawInstruction,
  context: PrintContext,
): [string[], string[]] {
  const slots = getVectorSlots(row, getShape(raw, context.gfx));
  return [slots.map((slot) => formatModifiedOperand(slot, raw, context)), printModifiers(row, raw, context)];
}

/** Prints the operands and modifiers of a cross-lane instruction. */
export function printCrossLane(
  row: CrossLaneRow,
  raw: RawInstruction,
  context: PrintContext,
): [string[], string[]] {
  const slots = getCrossLaneSlots(row, getShape(raw, context.gfx));
  const flags = raw.fields.op_sel ?? 0;
  const operands = slots.map((slot) => formatOperand(getCode(slot, raw), slot.type, context));
  return [operands, (flags & 3) === 0 ? [] : [`op_sel:[${flags & 1},${(flags >>> 1) & 1}]`]];
}
