import type { Gfx, WaveSize } from '../../chips.js';
import { getExportTargetRow } from '../../export-targets.js';
import { getGeneration, type InstructionSet } from '../../instruction-set.js';
import { type RawInstruction, splitInstruction } from '../decode/raw.js';
import type { Instruction } from '../instruction.js';
import type { DualRow, GprIndexRow, ScalarRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { type DualHalf, getCode, getDualSlots, getScalarSlots } from '../slots.js';
import { findDualRow } from '../table.js';
import { printControlOperands } from './control.js';
import { printInterpolation } from './interpolation.js';
import { printMemory } from './memory.js';
import { formatHex } from './number.js';
import { formatLine, formatOperand, formatVgprRange, type PrintContext, printCacheBits } from './operand.js';
import { getVectorMnemonic, printCrossLane, printVector } from './vector.js';

/** Prints one half. The lane mask of a select is not printed. */
function printHalf(row: DualRow, half: DualHalf, raw: RawInstruction, context: PrintContext): string {
  const slots = getDualSlots(row.single, half, raw.fields).filter(({ type }) => type !== 'mask');
  return formatLine(
    getName(row, context.gfx),
    slots.map((slot) => formatOperand(getCode(slot, raw), slot.type, context)),
  );
}

/** Prints a dual instruction. */
function printDual(row: DualRow, raw: RawInstruction, context: PrintContext): string {
  const second = findDualRow(raw.fields.opy);
  const printedSecond = second === undefined ? 'invalid' : printHalf(second, 'y', raw, context);
  return `${printHalf(row, 'x', raw, context)} :: ${printedSecond}`;
}

/** Returns LLVM's name for an export target. */
export function getTargetName(target: number, gfx: Gfx): string {
  const row = getExportTargetRow(target);
  if (row === undefined || !row.generations.includes(gfx)) return `invalid_target_${target}`;
  return row.count === 1 ? row.name : `${row.name}${target - row.first}`;
}

/**
 * Prints a channel's source. A compressed export packs two channels into each register, so each register is printed
 * twice.
 */
function formatSource(raw: RawInstruction, channel: number): string {
  const { fields } = raw;
  if (((fields.en >>> channel) & 1) === 0) return 'off';
  return formatVgprRange(fields[`vsrc${fields.compr ? channel >>> 1 : channel}`], 1);
}

/** Prints the target, the channels and the modifiers of an export. */
function printExport(raw: RawInstruction, gfx: Gfx): string {
  const sources = [0, 1, 2, 3].map((channel) => formatSource(raw, channel)).join(', ');
  const names: Readonly<Record<string, string>> = { done: 'done', compr: 'compr', vm: 'vm', row: 'row_en' };
  const modifiers = Object.entries(names).flatMap(([field, name]) => (raw.fields[field] ? [` ${name}`] : []));
  return `${getTargetName(raw.fields.tgt, gfx)} ${sources}${modifiers.join('')}`;
}

/** The operands that can be indexed, by bit. */
export const INDEXED_NAMES = ['SRC0', 'SRC1', 'SRC2', 'DST'];

function formatNames(bits: number): string {
  if (bits >>> INDEXED_NAMES.length !== 0) return formatHex(bits);
  return `gpr_idx(${INDEXED_NAMES.filter((_, i) => (bits >>> i) & 1).join(',')})`;
}

/** Prints the operands of a relative-indexing instruction. */
function printGprIndexOperands({ step }: GprIndexRow, raw: RawInstruction, context: PrintContext): string[] {
  const { fields } = raw;
  if (step === 'off') return [];
  if (step === 'mode') return [formatNames(fields.simm16)];
  const source = formatOperand(fields.ssrc0, 'b32', context);
  return step === 'on' ? [source, formatNames(fields.ssrc1)] : [source];
}

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

/** The text of a single instruction in LLVM's syntax, or the reason it could not be disassembled. */
export type DisassemblyResult = { readonly text: string } | { readonly reason: string };

/** Disassembles the words of a single instruction. Fails if any words are left over. */
export function disassembleWords(
  words: readonly number[],
  set: InstructionSet,
  wave: WaveSize,
): DisassemblyResult {
  const raw = splitInstruction(words, 0, set);
  if ('reason' in raw) return { reason: raw.reason };
  const remainingWords = words.length - raw.words.length;
  if (remainingWords > 0)
    return {
      reason: `an instruction of ${formatWordCount(raw.words.length)}, followed by ${formatWordCount(remainingWords)}`,
    };
  return { text: printRaw(raw, getGeneration(set), wave) };
}

function formatWordCount(count: number): string {
  return `${count} ${count === 1 ? 'word' : 'words'}`;
}
