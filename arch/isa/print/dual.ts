import type { RawInstruction } from '../decode/raw.js';
import type { DualRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { type DualHalf, getCode, getDualSlots } from '../slots.js';
import { findDualRow } from '../table.js';
import { formatLine } from './line.js';
import { formatOperand, type PrintContext } from './operand.js';

/** Prints one half. The lane mask of a select is not printed. */
function printHalf(row: DualRow, half: DualHalf, raw: RawInstruction, context: PrintContext): string {
  const slots = getDualSlots(row.single, half, raw.fields).filter(({ type }) => type !== 'mask');
  return formatLine(
    getName(row, context.gfx),
    slots.map((slot) => formatOperand(getCode(slot, raw), slot.type, context)),
  );
}

/** Prints a dual instruction. */
export function printDual(row: DualRow, raw: RawInstruction, context: PrintContext): string {
  const second = findDualRow(raw.fields.opy);
  const printedSecond = second === undefined ? 'invalid' : printHalf(second, 'y', raw, context);
  return `${printHalf(row, 'x', raw, context)} :: ${printedSecond}`;
}
