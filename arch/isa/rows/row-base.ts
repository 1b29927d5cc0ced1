import { GENERATIONS, type Gfx } from '../../chips.js';
import {
  getGeneration,
  hasGroup,
  type InstructionGroup,
  type InstructionSet,
} from '../../instruction-set.js';
import {
  type ByGeneration,
  findGenerationEntry,
  getGenerationEntry,
  mapGenerations,
  type SinceGeneration,
} from '../../since-generation.js';
import type { FormatName } from '../formats/index.js';

/**
 * Opcodes, each valid from its generation until the next entry. Generations before the first entry do not have the
 * instruction, and `X` removes it.
 *
 * Example: `{ gfx10: 0x06, gfx11: X }` is opcode 6 in GFX10 and GFX10.3, and absent otherwise.
 */
export type Opcodes = ByGeneration<number>;

/** Marks the generation that removed an instruction. */
export const X = -1;

/** Returns the opcodes of an instruction that GFX10 and GFX11 renumbered. */
export function opcodes(gfx9: number, gfx10: number, gfx11: number): Opcodes {
  return { gfx9, gfx10, gfx11 };
}

/** Returns opcodes that are the same in every generation. */
export function everywhere(opcode: number): Opcodes {
  return { gfx9: opcode };
}

/** Returns opcodes for an instruction that exists in only one generation. */
export function onlyOn(gfx: Gfx, opcode: number): Opcodes {
  const next = GENERATIONS[GENERATIONS.indexOf(gfx) + 1];
  return { [gfx]: opcode, ...(next === undefined ? {} : { [next]: X }) };
}

/** LLVM's name without the encoding suffix, or several names, each valid from its generation until the next entry. */
export type Names = string | SinceGeneration<string>;

/** Returns the names of an instruction that GFX11 renamed. */
export function renamedInGfx11(before: string, gfx11: string): Names {
  return { gfx9: before, gfx11 };
}

/** Returns the names of an instruction that GFX10 renamed. */
export function renamedInGfx10(gfx9: string, gfx10: string): Names {
  return { gfx9, gfx10 };
}

/** Applies `change` to each name. */
export function mapNames(names: Names, change: (name: string) => string): Names {
  return typeof names === 'string' ? change(names) : mapGenerations(names, change);
}

/** Lowest bit and width of a field of M0. */
export type M0Field = readonly [low: number, width: number];

/** The operands for which an M0 field is added to the encoded register number. */
export interface RelativeOperands {
  readonly source?: M0Field;
  readonly destination?: M0Field;
  /** Whether both registers are written. */
  readonly swaps?: boolean;
}

/**
 * The `unmodelled` message of instructions that can be decoded, printed and parsed but not run. Graphics compilers do
 * not emit them in pixel shaders.
 */
export const KNOWN_BUT_UNMODELLED = 'known but not modelled';

/** Properties common to rows of all families. */
export interface RowBase {
  readonly name: Names;
  readonly format: FormatName;
  readonly opcode: Opcodes;
  /** The instruction's group, if some processors of a generation lack that group. */
  readonly group?: InstructionGroup;
  /** For moves between registers selected by M0, the M0 fields that are added to the register numbers. */
  readonly relative?: RelativeOperands;
  /** Why the instruction can be decoded, printed and parsed but not run. */
  readonly unmodelled?: string;
}

/** Returns an instruction's LLVM base name in a generation. */
export function getName(row: RowBase, gfx: Gfx): string {
  return typeof row.name === 'string' ? row.name : getGenerationEntry(row.name, gfx);
}

/** Returns an instruction's opcode in a generation, or `X` if the generation lacks the instruction. */
export function getOpcode(row: RowBase, gfx: Gfx): number {
  return findGenerationEntry(row.opcode, gfx) ?? X;
}

/** Returns an instruction's opcode in an instruction set, or `X` if the set lacks the instruction. */
export function getOpcodeInSet(row: RowBase, set: InstructionSet): number {
  return row.group === undefined || hasGroup(set, row.group) ? getOpcode(row, getGeneration(set)) : X;
}
