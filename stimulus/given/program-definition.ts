import type { ChipName, WaveSize } from '../../arch/index.js';
import type { ProgramState } from './given-program.js';

/** What registers and memory hold when a program starts; what it leaves out is implied as for `check` (state-file.md). */
export interface ProgramSetting extends ProgramState {
  /** Number of lanes; the smallest of the chip when absent. */
  readonly wave?: WaveSize;
  /** Samples of a pixel, a count; 1 when absent. */
  readonly samples?: number;
}

/**
 * A pixel shader of the user's, from a text or from words. It is a sequence by its name: each test of a suite runs it on another
 * scene and under other timing, as `check` does, and judges it by all rules (suites.md).
 */
export interface ProgramDefinition {
  /** Part of every seed: letters, digits, `_` and `-`. */
  readonly name: string;
  /** What it does, in one line; reports show it. */
  readonly text?: string;
  /** Chips that it runs on, one at least. */
  readonly chips: readonly ChipName[];
  /** Whatever text `check` reads: assembly in LLVM's syntax, or a listing; its comments may say the state. Either this or `words`. */
  readonly assembly?: string;
  /** Its machine code: dwords, unsigned. */
  readonly words?: readonly number[];
  /** It goes before what comments of the text say, field by field. */
  readonly state?: ProgramSetting;
}

/** A program as it is, with its types checked. Throws nothing; `pops-tb` checks it when it is loaded (suites.md). */
export function defineProgram(program: ProgramDefinition): ProgramDefinition {
  return program;
}
