import type { RawInstruction } from '../decode/raw.js';
import type { GprIndexRow } from '../rows/row.js';
import { hex } from './number.js';
import { operandText, type PrintContext } from './operand.js';

/** The operands that can be indexed, by bit. */
export const INDEXED_NAMES = ['SRC0', 'SRC1', 'SRC2', 'DST'];

function namesText(bits: number): string {
  if (bits >>> INDEXED_NAMES.length !== 0) return hex(bits);
  return `gpr_idx(${INDEXED_NAMES.filter((_, i) => (bits >>> i) & 1).join(',')})`;
}

/** Prints the operands of a relative-indexing instruction. */
export function gprIndexOperands(
  { step }: GprIndexRow,
  raw: RawInstruction,
  context: PrintContext,
): string[] {
  const { fields } = raw;
  if (step === 'off') return [];
  if (step === 'mode') return [namesText(fields.simm16)];
  const source = operandText(fields.ssrc0, 'b32', context);
  return step === 'on' ? [source, namesText(fields.ssrc1)] : [source];
}
