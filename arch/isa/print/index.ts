import type { Gfx, WaveSize } from '../../chips.js';
import { type RawInstruction, takeApart } from '../decode/raw.js';
import type { Instruction } from '../instruction.js';
import { type InterpolationRow, nameOf, type ScalarRow } from '../rows/row.js';
import { codeOf, scalarSlots } from '../slots.js';
import { controlOperands } from './control.js';
import { exportText } from './export.js';
import { memoryText } from './memory.js';
import { hex } from './number.js';
import { operandText, type PrintContext, vectorName } from './operand.js';
import { vectorMnemonic, vectorText } from './vector.js';

function line(mnemonic: string, operands: readonly string[], modifiers: readonly string[] = []): string {
  const text = operands.length === 0 ? mnemonic : `${mnemonic} ${operands.join(', ')}`;
  return [text, ...modifiers].join(' ');
}

function scalarOperands(row: ScalarRow, raw: RawInstruction, context: PrintContext): string[] {
  return scalarSlots(row).map((slot) =>
    slot.special === 'immediate'
      ? hex(raw.fields.simm16)
      : operandText(codeOf(slot, raw), slot.type, context),
  );
}

const COMPONENTS = 'xyzw';
const MOVED = ['p10', 'p20', 'p0'];

function interpolationText(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  const name = nameOf(row, context.gfx);
  const register = (field: string) => vectorName(fields[field], 1);
  const attribute = `attr${fields.attr}.${COMPONENTS[fields.attrchan]}`;
  if (row.format === 'ldsdir')
    return line(name, [register('vdst'), attribute], [`wait_vdst:${fields.wait_vdst}`]);
  const source = row.interpolation === 'mov' ? (MOVED[fields.vsrc] ?? 'invalid_param') : register('vsrc');
  return line(`${name}_e32`, [register('vdst'), source, attribute]);
}

function rawText(raw: RawInstruction, context: PrintContext): string {
  const { row } = raw;
  const name = nameOf(row, context.gfx);
  switch (row.family) {
    case 'scalar':
      return line(name, scalarOperands(row, raw, context));
    case 'control':
      return line(name, controlOperands(row, raw, context));
    case 'vector':
      return line(vectorMnemonic(row, raw, context), ...vectorText(row, raw, context));
    case 'interpolation':
      return interpolationText(row, raw, context);
    case 'memory':
      return line(name, ...memoryText(row, raw, context));
    case 'export':
      return `${name} ${exportText(raw)}`;
    default:
      return name;
  }
}

/**
 * Text of an instruction in LLVM 19's syntax; branch targets are the plain immediates. What the table does not
 * know prints as `.long` with its words.
 */
export function printInstruction(instruction: Instruction, gfx: Gfx, wave: WaveSize): string {
  const raw = takeApart(instruction.words, 0, gfx);
  if ('reason' in raw) return `.long ${instruction.words.map(hex).join(', ')}`;
  return rawText(raw, { gfx, wave, literal: raw.literal });
}
