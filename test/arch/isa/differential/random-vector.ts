import type { Gfx } from '../../../../arch/chips.js';
import { isAtLeast } from '../../../../arch/index.js';
import type { Encodable } from '../../../../arch/isa/encode.js';
import { SOURCE_DPP8, SOURCE_DPP16, SOURCE_SDWA } from '../../../../arch/isa/formats/extension.js';
import { countDwords, is16Bit, isFloat } from '../../../../arch/isa/operand-type.js';
import type { VectorRow } from '../../../../arch/isa/rows/row.js';
import { getName, getOpcode } from '../../../../arch/isa/rows/row-base.js';
import { getVectorSlots, type Shape, type Slot, VGPR_BASE } from '../../../../arch/isa/slots.js';
import { getLongForm } from '../../../../arch/isa/table.js';
import type { Random } from './random.js';
import {
  type OperandBudget,
  randomLiteral,
  randomScalar,
  randomVector,
  randomVectorSource,
} from './random-operand.js';

function getExtension(variant: VectorVariant): 'none' | 'sdwa' | 'dpp16' | 'dpp8' {
  const name = variant.replace('e64-', '');
  return name === 'sdwa' || name === 'dpp16' || name === 'dpp8' ? name : 'none';
}

/** An encoding of a vector instruction. */
export type VectorVariant = 'e32' | 'e64' | 'sdwa' | 'dpp16' | 'dpp8' | 'e64-dpp16' | 'e64-dpp8';

function isShort(row: VectorRow): boolean {
  return row.format === 'vop1' || row.format === 'vop2' || row.format === 'vopc';
}

function hasWideOperand(row: VectorRow): boolean {
  return [row.dst, ...row.sources].some(
    (type) => type !== undefined && type !== 'mask' && countDwords(type, 64) > 1,
  );
}

/** Operations for which the assembler has no SDWA form. */
const NO_SDWA = [
  'v_fmac_f32',
  'v_mac_f32',
  'v_fmac_f16',
  'v_mac_f16',
  'v_mac_legacy_f32',
  'v_fmac_legacy_f32',
];

/** Operations for which the assembler has no DPP form. */
const NO_DPP = ['v_mac_legacy_f32', 'v_fmac_legacy_f32', 'v_fmac_dx9_zero_f32'];

/** Matches moves between M0-indexed registers, which only accept VGPR operands. */
const M0_RELATIVE = /^v_(mov|swap)rel/;

/** Operations whose long form is only decoded if an experimental feature of the assembler is enabled. */
const NO_E64 = ['v_mov_b16'];

function hasSdwaForm(row: VectorRow, gfx: Gfx): boolean {
  if (isAtLeast(gfx, 'gfx11') || !isShort(row) || (row.encodings ?? 'both') !== 'both' || hasWideOperand(row))
    return false;
  return !NO_SDWA.includes(getName(row, gfx));
}

function hasDppForm(row: VectorRow, gfx: Gfx): boolean {
  if (!isShort(row) || row.encodings === 'single' || hasWideOperand(row)) return false;
  if (NO_DPP.includes(getName(row, gfx))) return false;
  if (getName(row, gfx) === 'v_pk_fmac_f16') return isAtLeast(gfx, 'gfx11');
  return isAtLeast(gfx, 'gfx11') || row.format !== 'vopc';
}

/**
 * Returns whether a row has a long form with DPP. GFX11 introduced such forms, but the assembler does not support
 * them for integer multiplies.
 */
function hasLongDppForm(row: VectorRow, gfx: Gfx): boolean {
  if (!isAtLeast(gfx, 'gfx11') || (row.encodings ?? 'both') !== 'both' || hasWideOperand(row)) return false;
  if (row.format === 'vop3p') return row.mix !== undefined || getName(row, gfx) === 'v_dot2_f32_f16';
  return !/^v_(mul_lo|mul_hi_[iu]32$|mov_b16|readlane|div_|fma_dx9|fmac_dx9)/.test(getName(row, gfx));
}

/** Returns a row's encodings in a generation. */
export function getVariants(row: VectorRow, gfx: Gfx): VectorVariant[] {
  const variants: VectorVariant[] = isShort(row) ? ['e32'] : ['e64'];
  if (isShort(row) && (row.encodings ?? 'both') === 'both' && !NO_E64.includes(getName(row, gfx)))
    variants.push('e64');
  if (hasSdwaForm(row, gfx)) variants.push('sdwa');
  if (hasDppForm(row, gfx)) variants.push('dpp16');
  if (hasDppForm(row, gfx) && gfx !== 'gfx9') variants.push('dpp8');
  if (hasLongDppForm(row, gfx)) variants.push('e64-dpp16', 'e64-dpp8');
  return variants;
}

/** An instruction under construction. */
class Draft {
  readonly fields: Record<string, number> = {};

  constructor(
    readonly random: Random,
    readonly row: VectorRow,
    readonly variant: VectorVariant,
    readonly gfx: Gfx,
    readonly lanes: number,
    readonly budget: OperandBudget,
    /** Whether sources must be VGPRs. */
    readonly registersOnly: boolean,
  ) {}

  get isLong(): boolean {
    return this.variant.startsWith('e64');
  }

  /** Returns whether a source may have neg and abs modifiers. */
  allowsSigns(slot: Slot): boolean {
    return isFloat(slot.type) || (this.isSelect && slot.type !== 'mask');
  }

  /**
   * Whether this is a select that accepts signs. Excludes GFX12's short form, which LLVM prints incorrectly with
   * DPP.
   */
  private get isSelect(): boolean {
    const isMisprinted = isAtLeast(this.gfx, 'gfx12') && !this.isLong;
    return /^v_cndmask_b(16|32)$/.test(getName(this.row, this.gfx)) && !isMisprinted;
  }
}

function setSigns(draft: Draft, slot: Slot): void {
  const { random, fields, isLong, row } = draft;
  const source = slot.source;
  for (const name of ['neg', 'abs'] as const) {
    if (!draft.allowsSigns(slot) || !random.chance(20)) continue;
    const mask = row.mix !== undefined && name === 'abs' ? 'neg_hi' : name;
    if (isLong) fields[mask] = (fields[mask] ?? 0) | (1 << source);
    else if (draft.variant !== 'e32') fields[`src${source}_${name}`] = 1;
  }
}

/**
 * Returns the type to use for a source's constants. Avoids inline floats in `v_cndmask_b16`, which LLVM prints as
 * literals.
 */
function getConstantType({ row, gfx }: Draft, { type }: Slot): Slot['type'] {
  return getName(row, gfx) === 'v_cndmask_b16' && type === 'b16' ? 'u16' : type;
}

function setSource(draft: Draft, slot: Slot): void {
  const { random, fields, gfx, lanes, budget, variant } = draft;
  if (slot.special === 'literal') {
    budget.literal = randomLiteral(random, slot.type);
    return;
  }
  if (slot.field === undefined) return;
  const dwords = countDwords(slot.type, lanes);
  const isHalf = isAtLeast(gfx, 'gfx11') && !draft.isLong && dwords === 1 && slot.type.endsWith('16');
  const vector = randomVector(random, dwords, isHalf ? 128 : 256);
  const isScalarSdwa = variant === 'sdwa' && slot.base === 0;
  if (isScalarSdwa) fields[slot.field] = random.below(100);
  else if (slot.base === VGPR_BASE) fields[slot.field] = vector;
  else if (draft.registersOnly && slot.type !== 'mask') fields[slot.field] = VGPR_BASE + vector;
  else {
    const code = randomVectorSource(random, getConstantType(draft, slot), lanes, gfx, budget);
    fields[slot.field] = code >= VGPR_BASE && isHalf ? VGPR_BASE + vector : code;
  }
  setSigns(draft, slot);
}

function setDestination(draft: Draft, slot: Slot): void {
  const { random, fields, gfx, lanes, row } = draft;
  if (slot.field === undefined) return;
  if (slot.base === VGPR_BASE) {
    const isHalf = isAtLeast(gfx, 'gfx11') && !draft.isLong && row.dst!.endsWith('16');
    fields[slot.field] = randomVector(random, countDwords(slot.type, lanes), isHalf ? 128 : 256);
  } else if (draft.variant === 'sdwa') {
    fields.sdst_en = random.below(2);
    fields.sdst = fields.sdst_en ? random.below(50) * 2 : 0;
  } else fields[slot.field] = randomScalar(random, 'b64', 64, gfx);
}

function setOutputModifiers(draft: Draft): void {
  const { random, fields, row, variant, isLong } = draft;
  if (isLong && row.exact !== undefined && random.chance(20)) fields.clamp = 1;
  if (row.dst === undefined || !isFloat(row.dst) || row.mix === 'low' || row.mix === 'high') return;
  const hasModifiers = isLong || variant === 'sdwa';
  if (hasModifiers && random.chance(20)) fields.clamp = 1;
  if (hasModifiers && row.mix === undefined && random.chance(20)) fields.omod = 1 + random.below(3);
}

/** Returns whether a row's operands may be sign-extended. Selects and class tests treat their operands as floats. */
function allowsSignExtension(row: VectorRow, gfx: Gfx): boolean {
  return !/cndmask|class/.test(getName(row, gfx));
}

function setExtension(draft: Draft): void {
  const { random, fields, row } = draft;
  const variant = getExtension(draft.variant);
  if (variant === 'sdwa') {
    fields.src0 = SOURCE_SDWA;
    if (row.format !== 'vopc') {
      fields.dst_sel = random.below(7);
      fields.dst_unused = random.below(3);
    }
    fields.src0_sel = random.below(7);
    if (row.format !== 'vop1') fields.src1_sel = random.below(7);
    row.sources.forEach((type, i) => {
      if (type !== 'mask' && !isFloat(type) && random.chance(30) && allowsSignExtension(row, draft.gfx)) {
        fields[`src${i}_sext`] = 1;
      }
    });
  } else if (variant === 'dpp16') {
    fields.src0 = SOURCE_DPP16;
    fields.dpp_ctrl = randomControl(random, draft.gfx);
    fields.row_mask = random.below(16);
    fields.bank_mask = random.below(16);
    fields.bound_ctrl = random.below(2);
    fields.fetch_inactive = draft.gfx !== 'gfx9' ? random.below(2) : 0;
  } else if (variant === 'dpp8') {
    fields.src0 = SOURCE_DPP8 + random.below(2);
    fields.lanes = random.below(1 << 24);
  }
}

function randomControl(random: Random, gfx: Gfx): number {
  const amount = 1 + random.below(15);
  const commonCodes = [random.below(256), 0x100 | amount, 0x110 | amount, 0x120 | amount, 0x140, 0x141];
  const gfx9Codes = [0x130, 0x134, 0x138, 0x13c, 0x142, 0x143];
  const gfx10Codes = [0x150 | random.below(16), 0x160 | random.below(16)];
  return random.pick([...commonCodes, ...(gfx === 'gfx9' ? gfx9Codes : gfx10Codes)]);
}

function getFormat(draft: Draft): { format: Encodable['format']; opcode: number } {
  const { row, gfx, isLong } = draft;
  if (isLong) return getLongForm(row, gfx);
  return { format: row.format, opcode: getOpcode(row, gfx) };
}

/** Generates a random legal instruction for a vector row in the given encoding. */
export function randomVectorInstruction(
  random: Random,
  row: VectorRow,
  variant: VectorVariant,
  gfx: Gfx,
  lanes: number,
): Encodable {
  const isLongForm = variant.startsWith('e64');
  const baseExtension = getExtension(variant);
  const budget: OperandBudget = {
    scalars: 1,
    allowsLiteral: !isLongForm || gfx !== 'gfx9',
    literal: undefined,
  };
  if (row.sources.includes('mask') && gfx === 'gfx9') budget.scalars = 0;
  if (row.literalAt !== undefined || row.tied || row.mix) budget.allowsLiteral = false;
  if (row.literalAt !== undefined && gfx === 'gfx9') budget.scalars = 0;
  if (row.readsVcc && gfx === 'gfx9') budget.scalars = 0;
  const isM0Relative = M0_RELATIVE.test(getName(row, gfx));
  const registersOnly = (isLongForm && baseExtension !== 'none') || isM0Relative;
  const draft = new Draft(random, row, variant, gfx, lanes, budget, registersOnly);
  const { format, opcode } = getFormat(draft);
  const mayBeScalar = variant === 'sdwa' && !row.sources.includes('mask') && !isM0Relative;
  const scalarSources = mayBeScalar && random.chance(20) ? 1 : 0;
  const encoding = isLongForm && isShort(row) ? 'e64' : 'e32';
  const shape: Shape = { gfx, format, encoding, extension: baseExtension, scalarSources };
  draft.fields.op = opcode;
  if (scalarSources !== 0) draft.fields.src0_scalar = 1;
  for (const slot of getVectorSlots(row, shape)) {
    if (slot.role === 'src') setSource(draft, slot);
    else setDestination(draft, slot);
  }
  if (row.mix) {
    draft.fields.op_sel_hi = random.below(8);
    draft.fields.op_sel = draft.fields.op_sel_hi & random.below(8);
  }
  if (format === 'vop3p' && !row.mix) setPackedModifiers(draft);
  if (row.writesExec && isLongForm && gfx !== 'gfx9') draft.fields.vdst = 126;
  if (allowsHalfSelectors(row))
    draft.fields.op_sel = random.below(2 ** row.sources.length) | (random.below(2) * 8);
  setOutputModifiers(draft);
  setExtension(draft);
  const extension = budget.literal === undefined ? baseExtension : 'literal';
  return { format, extension, fields: draft.fields, literal: budget.literal ?? 0 };
}

/** Sets the half selectors and signs of packed operands. The assembler sets the `op_sel_hi` bits of missing sources. */
function setPackedModifiers({ random, fields, row }: Draft): void {
  if (row.requiresDefaultHalves) {
    fields.op_sel_hi = 7;
    if (row.signVariants !== undefined) fields.neg = random.below(4);
    return;
  }
  const count = row.sources.length;
  fields.op_sel = random.below(1 << count);
  fields.op_sel_hi = random.below(1 << count) | (7 & ~((1 << count) - 1));
  if (row.dst !== 'v2f16') return;
  fields.neg = random.below(1 << count);
  fields.neg_hi = random.below(1 << count);
  fields.clamp = random.below(2);
}

/** Returns whether a row's long form can select register halves. */
function allowsHalfSelectors(row: VectorRow): boolean {
  if (row.omitsOpSel) return false;
  return row.format === 'vop3' && row.dst !== undefined && is16Bit(row.dst) && row.sources.every(is16Bit);
}
