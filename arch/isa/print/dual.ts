import type { RawInstruction } from '../decode/raw.js';
import type { DualRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { type DualHalf, dualSlots, getCode } from '../slots.js';
import { dualRow } from '../table.js';
import { line } from './line.js';
import { operandText, type PrintContext } from './operand.js';

/** Prints one half. The lane mask of a select is not printed. */
function halfText(row: DualRow, half: DualHalf, raw: RawInstruction, context: PrintContext): string {
  const slots = dualSlots(row.single, half, raw.fields).filter(({ type }) => type !== 'mask');
  return line(
    getName(row, context.gfx),
    slots.map((slot) => operandText(getCode(slot, raw), slot.type, context)),
  );
}

/** Prints a dual instruction. */
export function dualText(row: DualRow, raw: RawInstruction, context: PrintContext): string {
  const second = dualRow(raw.fields.opy);
  const secondText = second === undefined ? 'invalid' : halfText(second, 'y', raw, context);
  return `${halfText(row, 'x', raw, context)} :: ${secondText}`;
}
