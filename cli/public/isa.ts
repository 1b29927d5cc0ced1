/**
 * Assembles and disassembles programs, and checks all their paths, for use by compilers and scripts. Does not load the
 * model (judging-shaders.md).
 *
 * @example
 * ```js
 * import { assemble, disassemble, judgePaths } from 'pops-testbench/isa';
 *
 * // A GFX11 section that ends without waiting for its store.
 * const text = `
 *   s_wait_event 0x0
 *   buffer_store_b32 v0, v1, s[0:3], 0 offen
 *   exp mrt0 v0, v0, v0, v0 done
 *   s_endpgm
 * `;
 * const words = assemble(text, { gfx: 'gfx11', wave: 32 }).flatMap((instruction) => instruction.words);
 * console.log(disassemble(words, { gfx: 'gfx11', wave: 32 })[0]?.text); // s_wait_event 0x0
 * console.log(judgePaths(words, { gfx: 'gfx11', wave: 32 }).findings[0]?.rule); // RACE-01
 * ```
 *
 * @module
 */

import {
  assembleLines,
  decodeProgram,
  disassembleWords,
  factsOf,
  getGeneration,
  type InstructionSet,
  ParseError,
  type WaveSize,
} from '../../arch/index.js';
import { examine } from '../../checkers/evidence/static/examine.js';
import type { RuleId } from '../../transactions/index.js';

export type { InstructionSet, WaveSize };
export { ParseError };

/** The target for decoding (`pops-tb asm --help`). */
export interface IsaTarget {
  /** A generation such as `gfx11`, or a processor such as `gfx906`. */
  readonly gfx: InstructionSet;
  /** The number of lanes per wave; 64 by default. */
  readonly wave?: WaveSize;
}

/** An instruction of a program (`pops-tb disasm --help`). */
export interface IsaInstruction {
  /** The offset from the first instruction, in bytes. */
  readonly pc: number;
  /** The instruction's dwords, unsigned. */
  readonly words: readonly number[];
  /** The instruction in LLVM's syntax. */
  readonly text: string;
  /** The line number in the source text, from 1; absent if the instruction was decoded from words. */
  readonly line?: number;
}

/** Launch state that cannot be read from a program's words (judging-shaders.md). */
export interface LaunchedWith {
  /** The number of the scalar register that holds the collision argument; without it, polls are not checked. */
  readonly collisionRegister?: number;
  /** Number of packers on the chip. Defaults to the most the generation can address. */
  readonly packers?: number;
}

/** An error on one of a program's paths (judging-shaders.md). */
export interface PathFinding {
  /** The rule. `pops-tb list rules` describes it. */
  readonly rule: RuleId;
  /** The offset from the first instruction, in bytes. */
  readonly pc: number;
  /** The text of the instruction at `pc`. */
  readonly instruction: string;
  /** What the rule allows. */
  readonly allowed: string;
  /** What the path does. */
  readonly observed: string;
  /** Where to start looking. */
  readonly hint: string;
  /** The path, instruction by instruction. */
  readonly steps: readonly string[];
}

/** The findings for all paths through a program (judging-shaders.md). */
export interface PathReport {
  /** The first finding for each rule, on the shortest path that exhibits it. */
  readonly findings: readonly PathFinding[];
  /** Whether every path was followed to its end. */
  readonly isComplete: boolean;
}

const DEFAULT_WAVE_SIZE: WaveSize = 64;

/**
 * Assembles text in LLVM's syntax, one instruction per line, with labels (`pops-tb asm --help`). Throws a `ParseError`
 * that gives the line and the expected syntax.
 */
export function assemble(text: string, target: IsaTarget): IsaInstruction[] {
  const wave = getWaveSize(target);
  let pc = 0;
  return assembleLines(text, target.gfx, wave).map(({ words, line }) => {
    const instruction = makeInstruction(words, pc, target);
    pc += 4 * words.length;
    return { ...instruction, line };
  });
}

/**
 * Disassembles a program's dwords, signed or unsigned (`pops-tb disasm --help`). Throws `RangeError` if they
 * are not a sequence of complete instructions for the target.
 */
export function disassemble(words: ArrayLike<number>, target: IsaTarget): IsaInstruction[] {
  const { instructions } = decodeProgram(words, target.gfx, getWaveSize(target));
  return instructions.map(({ pc }, i) => {
    const end = (instructions[i + 1]?.pc ?? 4 * words.length) / 4;
    return makeInstruction(Array.prototype.slice.call(words, pc / 4, end) as number[], pc, target);
  });
}

/**
 * Follows every path of a program and checks that its ordered section is entered and exited correctly, with all the
 * required waits, as `check` does before running anything (judging-shaders.md). Throws `RangeError` if the target does
 * not support the wave size.
 */
export function judgePaths(words: ArrayLike<number>, target: IsaTarget & LaunchedWith): PathReport {
  const decoded = decodeProgram(words, target.gfx, getWaveSize(target));
  const { packers } = target;
  const { findings, incomplete } = examine(decoded, target.collisionRegister, undefined, false, {
    packerCount: packers,
  });
  return {
    findings: Array.from(findings, ([rule, finding]) => ({ rule, ...finding })),
    isComplete: !incomplete,
  };
}

function makeInstruction(words: readonly number[], pc: number, target: IsaTarget): IsaInstruction {
  const unsigned = words.map((word) => word >>> 0);
  const result = disassembleWords(unsigned, target.gfx, getWaveSize(target));
  if ('text' in result) return { pc, words: unsigned, text: result.text };
  throw new RangeError(
    `Invalid words at pc 0x${pc.toString(16)}: expected a ${target.gfx} instruction, got ${result.reason}`,
  );
}

function getWaveSize({ gfx, wave = DEFAULT_WAVE_SIZE }: IsaTarget): WaveSize {
  if (wave === DEFAULT_WAVE_SIZE || factsOf(getGeneration(gfx)).hasWave32) return wave;
  throw new RangeError(`Invalid wave size ${wave}: ${gfx} supports only wave${DEFAULT_WAVE_SIZE}`);
}
