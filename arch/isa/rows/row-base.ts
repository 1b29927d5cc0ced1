import { GENERATIONS, type Gfx } from '../../chips.js';
import { generationOf, hasGroup, type InstructionGroup, type InstructionSet } from '../../instruction-set.js';
import {
  type ByGeneration,
  inForce,
  mapGenerations,
  type SinceGeneration,
  sinceGeneration,
} from '../../since-generation.js';
import type { FormatName } from '../formats/index.js';

/**
 * Opcodes, each valid from its generation until the next entry. Generations before the first entry do not have
 * the instruction; `X` removes it again.
 *
 * Example: `{ gfx10: 0x06, gfx11: X }` is opcode 6 in GFX10 and GFX10.3, and absent otherwise.
 */
export type Opcodes = ByGeneration<number>;

/** The instruction does not exist in this generation and later ones. */
export const X = -1;

/** The same opcode in every generation. */
export function everywhere(opcode: number): Opcodes {
  return { gfx9: opcode };
}

/** An opcode of only one generation. */
export function onlyOn(gfx: Gfx, opcode: number): Opcodes {
  const next = GENERATIONS[GENERATIONS.indexOf(gfx) + 1];
  return { [gfx]: opcode, ...(next === undefined ? {} : { [next]: X }) };
}

/** LLVM's name without encoding suffix, or names, each valid from its generation until the next. */
export type Names = string | SinceGeneration<string>;

/** A name that GFX11 changed. */
export function renamedByGfx11(before: string, gfx11: string): Names {
  return { gfx9: before, gfx11 };
}

/** A name that GFX10 changed. */
export function renamedByGfx10(gfx9: string, gfx10: string): Names {
  return { gfx9, gfx10 };
}

/** A name that GFX12 changed. */
export function renamedByGfx12(before: string, gfx12: string): Names {
  return { gfx9: before, gfx12 };
}

/** The names with a change applied to each. */
export function mapNames(names: Names, change: (name: string) => string): Names {
  return typeof names === 'string' ? change(names) : mapGenerations(names, change);
}

/** A field of M0: lowest bit and width. */
export type M0Field = readonly [low: number, width: number];

/** Operands whose register number is the encoded one plus a field of M0. */
export interface RelativeOperands {
  readonly source?: M0Field;
  readonly destination?: M0Field;
  /** Both registers are written. */
  readonly swaps?: boolean;
}

/** Message for an instruction that decodes, prints and parses but cannot run. No graphics compiler emits it in a pixel shader. */
export const KNOWN_BUT_UNMODELLED = 'known but not modelled';

/** Common properties of all families' rows. */
export interface RowBase {
  readonly name: Names;
  readonly format: FormatName;
  readonly opcode: Opcodes;
  /** Its group, if some processors of a generation do not have it. */
  readonly group?: InstructionGroup;
  /** Moves with registers selected by M0: the amounts added to the operands' numbers. */
  readonly relative?: RelativeOperands;
  /** Why it decodes, prints and parses but cannot run. */
  readonly unmodelled?: string;
}

/** LLVM's base name of a row in a generation. */
export function nameOf(row: RowBase, gfx: Gfx): string {
  return typeof row.name === 'string' ? row.name : sinceGeneration(row.name, gfx);
}

/** Opcode of a row in a generation, `X` if absent. */
export function opcodeOf(row: RowBase, gfx: Gfx): number {
  return inForce(row.opcode, gfx) ?? X;
}

/** Opcode of a row in an instruction set, `X` if absent. */
export function opcodeIn(row: RowBase, set: InstructionSet): number {
  return row.group === undefined || hasGroup(set, row.group) ? opcodeOf(row, generationOf(set)) : X;
}

/** Generations that have the instruction. */
export function generationsOf(row: RowBase): Gfx[] {
  return GENERATIONS.filter((gfx) => opcodeOf(row, gfx) !== X);
}
