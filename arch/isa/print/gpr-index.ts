import type { RawInstruction } from '../decode/raw.js';
import type { GprIndexRow } from '../rows/row.js';
import { formatHex } from './number.js';
import { formatOperand, type PrintContext } from './operand.js';

/** The operands that can be indexed, by bit. */
export const INDEXED_NAMES = ['SRC0', 'SRC1', 'SRC2', 'DST'];

function formatNames(bits: number): string {
  if (bits >>> INDEXED_NAMES.length !== 0) return formatHex(bits);
  return `gpr_idx(${INDEXED_NAMES.filter((_, i) => (bits >>> i) & 1).join(',')})`;
}

/** Prints the operands of a relative-indexing instruction. */
export function printGprIndexOperands(
  { step }: GprIndexRow,
  raw: RawInstruction,
  context: PrintContext,
): string[] {
  const { fields } = raw;
  if (step === 'off') return [];
  if (step === 'mode') return [formatNames(fields.simm16)];
  const source = formatOperand(fields.ssrc0, 'b32', context);
  return step === 'on' ? [source, formatNames(fields.ssrc1)] : [source];
}
