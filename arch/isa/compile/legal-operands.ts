import { factsOf } from '../../generation-facts.js';
import { SCALAR } from '../../wave-state.js';
import { countDwords, isFloat, type OperandType } from '../operand-type.js';
import type { CrossLaneRow, VectorRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { type Slot, VGPR_BASE } from '../slots.js';
import { type CompileContext, UnsupportedError } from './context.js';

/**
 * Returns whether a scalar code uses the constant bus. Registers, VCC, M0, EXEC, SCC, the exiting id and literals do.
 */
function usesConstantBus(code: number, context: CompileContext): boolean {
  if (code < 128) return !context.isNull(code);
  return code === 239 || (code >= 251 && code <= 253) || code === 255;
}

/**
 * Returns the maximum number of scalar operands. 64-bit shifts can read only one on any generation (LLVM,
 * getConstantBusLimit).
 */
function getBusLimit(row: VectorRow | CrossLaneRow, { gfx }: CompileContext): number {
  const isWideShift = row.format === 'vop3' && /^v_(lshl|lshr|ashr)rev_[bi]64$/.test(getName(row, gfx));
  return gfx === 'gfx9' || isWideShift ? 1 : 2;
}

/**
 * Rejects a vector instruction with more scalar operands than it can read: one on GFX9, two on later generations. A
 * literal counts as one, and so does VCC if the operation reads it.
 */
export function rejectTooManyScalars(
  row: VectorRow | CrossLaneRow,
  slots: readonly Slot[],
  context: CompileContext,
): void {
  const codes = new Set(slots.filter(({ role }) => role === 'src').map((slot) => context.code(slot)));
  if (row.family === 'vector' && row.readsVcc === true) codes.add(SCALAR.VCC_LO);
  const scalars = [...codes].filter((code) => code < VGPR_BASE && usesConstantBus(code, context));
  if (scalars.length > getBusLimit(row, context)) throw new UnsupportedError('too many scalar operands');
}

function isWide(type: OperandType | undefined): boolean {
  return type !== undefined && type !== 'mask' && countDwords(type, 64) > 1;
}

/**
 * Rejects an extension word on an operation that does not support it. SDWA and DPP need operands of at most 32 bits,
 * and operations that accumulate into their destination have no SDWA form on GFX9 and later (LLVM; ACO, can_use_SDWA).
 */
export function rejectUnsupportedForm(row: VectorRow, context: CompileContext): void {
  const { extension } = context.raw;
  if (extension === 'none' || extension === 'literal') return;
  const lacksSdwa = row.tied === true || (row.encodings ?? 'both') !== 'both';
  const lacksForm = extension === 'sdwa' ? lacksSdwa : row.encodings === 'single';
  if (lacksForm || [row.dst, ...row.sources].some(isWide)) throw new UnsupportedError(`${extension} form`);
  const allowsScalar = extension === 'sdwa' || factsOf(context.gfx).dppTakesScalarSrc1;
  if (row.sources.length < 2 || allowsScalar || !context.raw.format.startsWith('vop3')) return;
  if (context.field('src1') < VGPR_BASE)
    throw new UnsupportedError(`scalar second source in a ${extension} form`);
}

/** Rejects sign modifiers on integers, since they only apply to floats and moves. */
export function rejectIntegerModifiers(type: OperandType, isModified: boolean): void {
  if (isModified && !isFloat(type) && !type.startsWith('b'))
    throw new UnsupportedError('sign modifier on an integer operand');
}
