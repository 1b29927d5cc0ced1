import type { Gfx, WaveSize } from '../../chips.js';
import { generationOf, type InstructionSet } from '../../instruction-set.js';
import { type RawInstruction, splitInstruction } from '../decode/raw.js';
import type { Instruction } from '../instruction.js';
import type { ScalarRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { getCode, scalarSlots } from '../slots.js';
import { controlOperands } from './control.js';
import { dualText } from './dual.js';
import { exportText } from './export.js';
import { gprIndexOperands } from './gpr-index.js';
import { interpolationText } from './interpolation.js';
import { cacheBits, line } from './line.js';
import { memoryText } from './memory.js';
import { hex } from './number.js';
import { operandText, type PrintContext } from './operand.js';
import { crossLaneText, vectorMnemonic, vectorText } from './vector.js';

function scalarOperands(row: ScalarRow, raw: RawInstruction, context: PrintContext): string[] {
  return scalarSlots(row).map((slot) => {
    if (slot.special === 'immediate') return hex(raw.fields.simm16);
    if (slot.special === 'literal') return hex(raw.literal);
    return operandText(getCode(slot, raw), slot.type, context);
  });
}

function rawText(raw: RawInstruction, context: PrintContext): string {
  const { row } = raw;
  const name = getName(row, context.gfx);
  switch (row.family) {
    case 'scalar':
      return line(name, scalarOperands(row, raw, context));
    case 'control':
      return line(name, controlOperands(row, raw, context), row.format === 'flat' ? cacheBits(raw) : []);
    case 'vector':
      return line(vectorMnemonic(row, raw, context), ...vectorText(row, raw, context));
    case 'interpolation':
      return interpolationText(row, raw, context);
    case 'memory':
      return line(name, ...memoryText(row, raw, context));
    case 'gpr-index':
      return line(name, gprIndexOperands(row, raw, context));
    case 'export':
      return `${name} ${exportText(raw, context.gfx)}`;
    case 'cross-lane':
      return line(vectorMnemonic(row, raw, context), ...crossLaneText(row, raw, context));
    case 'dual':
      return dualText(row, raw, context);
  }
}

/**
 * Prints an instruction in the syntax of LLVM 19. Branch targets are plain immediates. Unknown instructions are printed as
 * `.long` with their words.
 */
export function printInstruction(instruction: Instruction, set: InstructionSet, wave: WaveSize): string {
  const raw = splitInstruction(instruction.words, 0, set);
  if ('reason' in raw) return `.long ${instruction.words.map(hex).join(', ')}`;
  return printRaw(raw, generationOf(set), wave);
}

/** Prints a split instruction in the syntax of LLVM 19. */
export function printRaw(raw: RawInstruction, gfx: Gfx, wave: WaveSize): string {
  return rawText(raw, { gfx, wave, literal: raw.literal });
}
