import type { ChipName, WaveSize } from '../../arch/index.js';
import type { ProgramState } from './given-program.js';

/** Initial contents of registers and memory; omitted parts are implied as for `check` (state-file.md). */
export interface ProgramSetting extends ProgramState {
  /** Number of lanes; default: the chip's smallest. */
  readonly wave?: WaveSize;
  /** Number of samples per pixel; default: 1. */
  readonly samples?: number;
}

/**
 * A user's pixel shader, as text or words. It is a sequence with its name: each test of a suite runs it on a different scene with
 * different timing, as `check` does, and judges it by all rules (suites.md).
 */
export interface ProgramDefinition {
  /** Part of every seed: letters, digits, `_` and `-`. */
  readonly name: string;
  /** What it does, in one line; reports show it. */
  readonly text?: string;
  /** Chips it runs on, at least one. */
  readonly chips: readonly ChipName[];
  /** Any text `check` reads: assembly in LLVM's syntax, or a listing; its comments may give the state. Either this or `words`. */
  readonly assembly?: string;
  /** Its machine code: unsigned dwords. */
  readonly words?: readonly number[];
  /** Takes precedence over comments in the source, field by field. */
  readonly state?: ProgramSetting;
}

/** Returns the program unchanged, with its types checked. Throws nothing; `pops-tb` validates it on loading (suites.md). */
export function defineProgram(program: ProgramDefinition): ProgramDefinition {
  return program;
}
