import type { Gfx, WaveSize } from '../../chips.js';
import { getGeneration, type InstructionSet } from '../../instruction-set.js';
import { type RawInstruction, splitInstruction } from '../decode/raw.js';
import type { Instruction } from '../instruction.js';
import type { ScalarRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { getCode, getScalarSlots } from '../slots.js';
import { printControlOperands } from './control.js';
import { printDual } from './dual.js';
import { printExport } from './export.js';
import { printGprIndexOperands } from './gpr-index.js';
import { printInterpolation } from './interpolation.js';
import { formatLine, printCacheBits } from './line.js';
import { printMemory } from './memory.js';
import { formatHex } from './number.js';
import { formatOperand, type PrintContext } from './operand.js';
import { getVectorMnemonic, printCrossLane, printVector } from './vector.js';

function printScalarOperands(row: ScalarRow, raw: RawInstruction, context: PrintContext): string[] {
  return getScalarSlots(row).map((slot) => {
    if (slot.special === 'immediate') return formatHex(raw.fields.simm16);
    if (slot.special === 'literal') return formatHex(raw.literal);
    return formatOperand(getCode(slot, raw), slot.type, context);
  });
}

function printRow(raw: RawInstruction, context: PrintContext): string {
  const { row } = raw;
  const name = getName(row, context.gfx);
  switch (row.family) {
    case 'scalar':
      return formatLine(name, printScalarOperands(row, raw, context));
    case 'control':
      return formatLine(
        name,
        printControlOperands(row, raw, context),
        row.format === 'flat' ? printCacheBits(raw) : [],
      );
    case 'vector':
      return formatLine(getVectorMnemonic(row, raw, context), ...printVector(row, raw, context));
    case 'interpolation':
      return printInterpolation(row, raw, context);
    case 'memory':
      return formatLine(name, ...printMemory(row, raw, context));
    case 'gpr-index':
      return formatLine(name, printGprIndexOperands(row, raw, context));
    case 'export':
      return `${name} ${printExport(raw, context.gfx)}`;
    case 'cross-lane':
      return formatLine(getVectorMnemonic(row, raw, context), ...printCrossLane(row, raw, context));
    case 'dual':
      return printDual(row, raw, context);
  }
}

/**
 * Prints an instruction in the syntax of LLVM 19. Branch targets are plain immediates. Unknown instructions are printed
 * as `.long` with their words.
 */
export function printInstruction(instruction: Instruction, set: InstructionSet, wave: WaveSize): string {
  const raw = splitInstruction(instruction.words, 0, set);
  if ('reason' in raw) return `.long ${instruction.words.map(formatHex).join(', ')}`;
  return printRaw(raw, getGeneration(set), wave);
}

/** Prints a split instruction in the syntax of LLVM 19. */
export function printRaw(raw: RawInstruction, gfx: Gfx, wave: WaveSize): string {
  return printRow(raw, { gfx, wave, literal: raw.literal });
}
