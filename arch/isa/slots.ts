import type { Gfx } from '../chips.js';
import { SCALAR } from '../wave-state.js';
import type { RawInstruction } from './decode/raw.js';
import { type Extension, SOURCE_LITERAL } from './formats/extension.js';
import type { FormatName } from './formats/index.js';
import type { Fields } from './formats/layout.js';
import type { OperandType } from './operand-type.js';
import type { CrossLaneRow, ScalarRow, VectorRow } from './rows/row.js';
import type { Encoding } from './table.js';

/** The operand code of v0. Scalars and constants have codes below it. */
export const VGPR_BASE = 256;

/** An operand slot of an instruction. Slots are listed in LLVM's printing order. */
export interface Slot {
  readonly role: 'dst' | 'src';
  readonly type: OperandType;
  /** The field that contains the code; absent for operands that the encoding implies. */
  readonly field?: string;
  /** Number to add to the field's value to form the code. */
  readonly base: number;
  /** Code of an implied operand. */
  readonly fixed?: number;
  /** Index of the source, by which modifiers refer to it; -1 for destinations. */
  readonly source: number;
  /** `immediate` if the field is a number rather than a code, `literal` if the operand is the literal word. */
  readonly special?: 'immediate' | 'literal';
}

/** The properties that determine an instruction's slots. */
export interface Shape {
  readonly gfx: Gfx;
  readonly format: FormatName;
  readonly encoding: Encoding;
  readonly extension: Extension;
  /** For SDWA, a mask of the scalar sources, with bit i for source i. */
  readonly scalarSources: number;
}

/** Returns the shape of a raw instruction. */
export function getShape(raw: RawInstruction, gfx: Gfx): Shape {
  const { fields } = raw;
  const scalarSources = (fields.src0_scalar ?? 0) | ((fields.src1_scalar ?? 0) << 1);
  return { gfx, format: raw.format, encoding: raw.encoding, extension: raw.extension, scalarSources };
}

function dst(type: OperandType, field: string, base = 0): Slot {
  return { role: 'dst', type, field, base, source: -1 };
}

function src(type: OperandType, field: string, source: number, base = 0): Slot {
  return { role: 'src', type, field, base, source };
}

function impliedSlot(role: 'dst' | 'src', type: OperandType, fixed: number, source = -1): Slot {
  return { role, type, base: 0, fixed, source };
}

function literalSlot(type: OperandType, source: number): Slot {
  return { ...impliedSlot('src', type, SOURCE_LITERAL, source), special: 'literal' };
}

/** Returns the slots of a scalar ALU instruction. */
export function getScalarSlots(row: ScalarRow): Slot[] {
  const slots: Slot[] = row.dst === undefined ? [] : [dst(row.dst, 'sdst')];
  if (row.format === 'sopk') {
    if (row.dst === undefined) slots.push(src(row.sources[0], 'sdst', 0));
    slots.push({ ...src(row.sources.at(-1)!, 'simm16', 1), special: 'immediate' });
    return slots;
  }
  let next = 0;
  row.sources.forEach((type, i) => {
    if (row.literalAt === i) slots.push(literalSlot(type, i));
    else slots.push(src(type, `ssrc${next++}`, i));
  });
  return slots;
}

function isLong(format: FormatName): boolean {
  return format === 'vop3' || format === 'vop3sd' || format === 'vop3p';
}

/** Returns a comparison's destination slot. On GFX10 and later, comparisons that write EXEC have none. */
function getComparisonSlots(row: VectorRow, shape: Shape): Slot[] {
  if (row.writesExec && shape.gfx !== 'gfx9') return [];
  if (isLong(shape.format)) return [dst('mask', 'vdst')];
  if (shape.extension === 'sdwa') return [dst('mask', 'sdst')];
  return [impliedSlot('dst', 'mask', SCALAR.VCC_LO)];
}

function getDestinationSlots(row: VectorRow, shape: Shape): Slot[] {
  if (row.dst === undefined) return getComparisonSlots(row, shape);
  const slots = [dst(row.dst, 'vdst', VGPR_BASE)];
  if (row.carry === undefined) return slots;
  slots.push(shape.format === 'vop3sd' ? dst('mask', 'sdst') : impliedSlot('dst', 'mask', SCALAR.VCC_LO));
  return slots;
}

function getFirstSource(type: OperandType, shape: Shape): Slot {
  if (shape.extension === 'sdwa') return src(type, 'x_src0', 0, shape.scalarSources & 1 ? 0 : VGPR_BASE);
  if (shape.extension === 'dpp16' || shape.extension === 'dpp8') return src(type, 'x_src0', 0, VGPR_BASE);
  return src(type, 'src0', 0);
}

function getShortSource(type: OperandType, i: number, shape: Shape): Slot {
  if (type === 'mask') return impliedSlot('src', 'mask', SCALAR.VCC_LO, i);
  const scalar = shape.extension === 'sdwa' && (shape.scalarSources & 2) !== 0;
  return src(type, 'vsrc1', i, scalar ? 0 : VGPR_BASE);
}

/** Returns the slots of a vector ALU instruction. */
export function getVectorSlots(row: VectorRow, shape: Shape): Slot[] {
  const slots = getDestinationSlots(row, shape);
  row.sources.forEach((type, i) => {
    if (row.literalAt === i) slots.push(literalSlot(type, i));
    else if (i === 0) slots.push(getFirstSource(type, shape));
    else if (isLong(shape.format)) slots.push(src(type, `src${i}`, i));
    else slots.push(getShortSource(type, i, shape));
  });
  return slots;
}

/** Returns the slots of a cross-lane instruction. */
export function getCrossLaneSlots(row: CrossLaneRow, shape: Shape): Slot[] {
  const slots = [dst(row.dst, 'vdst', row.to === 'vector' ? VGPR_BASE : 0)];
  row.sources.forEach((type, i) => {
    if (i === 0) slots.push(getFirstSource(type, shape));
    else slots.push(isLong(shape.format) ? src(type, `src${i}`, i) : getShortSource(type, i, shape));
  });
  return slots;
}

/** Returns the code of the operand in an instruction's slot. */
export function getCode(slot: Slot, raw: RawInstruction): number {
  if (slot.fixed !== undefined) return slot.fixed;
  if (slot.field === 'sdst' && raw.fields.sdst_en === 0) return SCALAR.VCC_LO;
  return raw.fields[slot.field!] + slot.base;
}

/** The halves of a dual instruction. */
export type DualHalf = 'x' | 'y';

/**
 * Returns the slots of one half of a dual instruction. The lowest bits of the two destinations always differ, so only
 * the first destination's lowest bit is encoded.
 */
export function getDualSlots(row: VectorRow, half: DualHalf, fields: Fields): Slot[] {
  const register = half === 'x' ? fields.vdstx : (fields.vdsty << 1) | ((fields.vdstx & 1) ^ 1);
  const slots: Slot[] = [impliedSlot('dst', row.dst!, VGPR_BASE + register)];
  let next = 0;
  row.sources.forEach((type, i) => {
    if (row.literalAt === i) slots.push(literalSlot(type, i));
    else if (type === 'mask') slots.push(impliedSlot('src', type, SCALAR.VCC_LO, i));
    else if (next++ === 0) slots.push(src(type, `src${half}0`, i));
    else slots.push(src(type, `vsrc${half}1`, i, VGPR_BASE));
  });
  return slots;
}
