import { isAtLeast } from '../../since-generation.js';
import { SOURCE_LITERAL } from '../formats/extension.js';
import { getComponentType, is16Bit, isFloat } from '../operand-type.js';
import type { VectorRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { type Slot, VGPR_BASE } from '../slots.js';
import { type CompileContext, UnsupportedError } from './context.js';
import { rejectIntegerModifiers } from './legal-operands.js';
import type { ResultShape } from './loop-result.js';
import { SELECTORS, type Selector, type SourceShape, UNMODIFIED } from './loop-source.js';

/**
 * Number of VGPRs that a 16-bit operand can address in GFX11's short forms. Higher register numbers select upper
 * halves.
 */
const HALF_VGPR_COUNT = 128;

function isVop3({ raw }: CompileContext): boolean {
  return raw.format === 'vop3' || raw.format === 'vop3sd';
}

/** Returns whether a 16-bit operand's register number also selects a half. */
function selectsHalves(type: Slot['type'], context: CompileContext): boolean {
  return isAtLeast(context.gfx, 'gfx11') && is16Bit(type) && !context.raw.format.startsWith('vop3');
}

/** Returns the VGPR code of an operand. Codes of upper halves are mapped to the containing register. */
export function getRegisterCode(code: number, type: Slot['type'], context: CompileContext): number {
  return selectsHalves(type, context) && code >= VGPR_BASE + HALF_VGPR_COUNT ? code - HALF_VGPR_COUNT : code;
}

function isUpperHalf(code: number, type: Slot['type'], context: CompileContext): boolean {
  return selectsHalves(type, context) && code >= VGPR_BASE + HALF_VGPR_COUNT;
}

/** Returns whether a source modifier is set, either in a VOP3 bit mask or in the SDWA or DPP word. */
function hasModifier(context: CompileContext, name: 'neg' | 'abs', source: number): boolean {
  if (isVop3(context)) return ((context.field(name) >>> source) & 1) !== 0;
  return context.field(`src${source}_${name}`) !== 0;
}

function getSelector(slot: Slot, code: number, context: CompileContext): Selector {
  if (context.raw.extension === 'sdwa' && slot.source < 2) {
    const selector = SELECTORS[context.field(`src${slot.source}_sel`)];
    if (selector === undefined) throw new UnsupportedError('reserved SDWA selector');
    return selector;
  }
  if (!is16Bit(slot.type)) return 'dword';
  const isSelected = isVop3(context) && ((context.field('op_sel') >>> slot.source) & 1) !== 0;
  return isSelected || isUpperHalf(code, slot.type, context) ? 'word1' : 'word0';
}

/**
 * Returns the shape of a mixed-precision source. op_sel_hi marks it as 16 bits wide, op_sel selects the half, and
 * neg_hi requests the absolute value.
 */
function makeMixedSource(slot: Slot, code: number, context: CompileContext): SourceShape {
  const isSet = (field: string) => ((context.field(field) >>> slot.source) & 1) !== 0;
  const half = isSet('op_sel_hi');
  const select = isSet('op_sel') ? 'word1' : 'word0';
  return {
    type: half ? 'f16' : 'f32',
    from: getOrigin(slot, code, context),
    select: half ? select : 'dword',
    signed: false,
    abs: isSet('neg_hi'),
    neg: isSet('neg'),
  };
}

/** Returns where an operand's values come from. DPP lets the first operand read other lanes. */
function getOrigin(slot: Slot, code: number, { raw: { extension } }: CompileContext): SourceShape['from'] {
  if ((extension === 'dpp16' || extension === 'dpp8') && slot.source === 0) return 'gathered';
  return code < VGPR_BASE ? 'scalar' : 'vector';
}

/**
 * Returns whether a source without half selectors is an inline constant that fills both halves. Constants are repeated
 * only on GFX11 and later, and only for packed results. All other inline constants fill only the low half.
 */
function repeatsConstant(row: VectorRow, code: number, { gfx }: CompileContext): boolean {
  return (
    isAtLeast(gfx, 'gfx11') && isPacked(row.dst) && code >= 128 && code < VGPR_BASE && code !== SOURCE_LITERAL
  );
}

function isPacked(type: Slot['type'] | undefined): boolean {
  return type !== undefined && getComponentType(type) !== undefined;
}

/**
 * Returns how a packed operation reads an operand for its low and high results. op_sel and neg apply to the low result,
 * and op_sel_hi and neg_hi to the high one. The short form has none of these fields.
 */
export function makePackedSources(
  row: VectorRow,
  slot: Slot,
  code: number,
  context: CompileContext,
): [SourceShape, SourceShape] {
  const selectsHalf = context.raw.format === 'vop3p';
  const isSet = (field: string) => ((context.field(field) >>> slot.source) & 1) !== 0;
  const high = selectsHalf ? isSet('op_sel_hi') : !repeatsConstant(row, code, context);
  const read = (isUpper: boolean, neg: string): SourceShape => ({
    type: getComponentType(slot.type) ?? slot.type,
    from: getOrigin(slot, code, context),
    select: isUpper ? 'word1' : 'word0',
    ...UNMODIFIED,
    neg: isSet(neg),
    operand: slot.source,
  });
  return [read(isSet('op_sel'), 'neg'), read(high, 'neg_hi')];
}

/** Returns how a packed operation reads its own destination, as the source with the given operand index. */
export function makeTiedHalves(type: Slot['type'], operand: number): [SourceShape, SourceShape] {
  const half = { type: getComponentType(type) ?? type, from: 'vector', ...UNMODIFIED, operand } as const;
  return [
    { ...half, select: 'word0' },
    { ...half, select: 'word1' },
  ];
}

/** Returns how the loop reads a slot's operand. */
export function makeSourceShape(
  row: VectorRow,
  slot: Slot,
  code: number,
  context: CompileContext,
): SourceShape {
  if (row.mix !== undefined) return makeMixedSource(slot, code, context);
  const abs = hasModifier(context, 'abs', slot.source);
  const neg = hasModifier(context, 'neg', slot.source);
  rejectIntegerModifiers(slot.type, abs || neg);
  return {
    type: slot.type,
    from: getOrigin(slot, code, context),
    select: getSelector(slot, code, context),
    signed: context.field(`src${slot.source}_sext`) !== 0,
    abs,
    neg,
  };
}

const UNUSED = ['pad', 'sext', 'preserve'] as const;

/**
 * Returns whether a 16-bit result preserves the upper half of its register. On GFX10 and later, it always does. On
 * GFX9, only two kinds do: operations introduced along with op_sel, and multiply-adds that read the destination or a
 * literal.
 */
function preservesUpperHalf(row: VectorRow, gfx: CompileContext['gfx']): boolean {
  if (gfx !== 'gfx9') return true;
  if (row.format === 'vop3') return !getName(row, gfx).includes('_legacy_');
  return row.tied === true || row.literalAt !== undefined;
}

/** Returns which part of the destination is written, and what happens to the rest of the register. */
function getDestinationPart(
  row: VectorRow,
  code: number,
  context: CompileContext,
): Pick<ResultShape, 'select' | 'unused'> {
  const type = row.dst!;
  if (row.mix === 'low') return { select: 'word0', unused: 'preserve' };
  if (row.mix === 'high') return { select: 'word1', unused: 'preserve' };
  if (context.raw.extension === 'sdwa') {
    const select = SELECTORS[context.field('dst_sel')];
    const unused = UNUSED[context.field('dst_unused')];
    if (select === undefined || unused === undefined) throw new UnsupportedError('reserved SDWA destination');
    // A 16-bit result cannot fill a whole register.
    if (select === 'dword' && is16Bit(type)) return { select: 'word0', unused: 'pad' };
    return { select, unused };
  }
  if (!is16Bit(type)) return { select: 'dword', unused: 'pad' };
  const isSelected = isVop3(context) && (context.field('op_sel') & 8) !== 0;
  const high = isSelected || isUpperHalf(code, type, context);
  return {
    select: high ? 'word1' : 'word0',
    unused: high || preservesUpperHalf(row, context.gfx) ? 'preserve' : 'pad',
  };
}

/** Returns how the loop writes a row's vector result to a destination code. */
export function makeResultShape(row: VectorRow, code: number, context: CompileContext): ResultShape {
  const type = row.dst!;
  const clamp = context.field('clamp') !== 0;
  if (clamp && !isFloat(type) && type !== 'v2f16' && row.exact === undefined)
    throw new UnsupportedError(`clamp of ${getName(row, context.gfx)}`);
  return {
    type,
    ...getDestinationPart(row, code, context),
    clamp,
    omod: context.field('omod'),
    ...(row.nan === undefined ? {} : { nan: row.nan }),
  };
}
