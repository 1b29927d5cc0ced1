import type { ChipName, WaveSize } from '../../arch/index.js';
import type { ProgramState } from '../corpus.js';
import type { FieldValues, ShaderIntent } from '../driver/draw-intent.js';

/**
 * The initial contents of registers and memory; anything omitted has the same default as in `check` (state-file.md).
 */
export interface ProgramSetting extends ProgramState {
  /** The number of lanes; by default, the chip's smallest wave size. */
  readonly wave?: WaveSize;
  /** The number of samples per pixel; 1 by default. */
  readonly samples?: number;
}

/**
 * A user's pixel shader, as assembly or machine words. In a suite, it is a sequence with the same name: each test runs
 * it on a different scene with different timing, as `check` does, and checks it against all rules (suites.md).
 */
export interface ProgramDefinition {
  /** The program's name, which becomes part of every seed. May contain letters, digits, `_` and `-`. */
  readonly name: string;
  /** A one-line description for reports. */
  readonly text?: string;
  /** The chips that it runs on; at least one. */
  readonly chips: readonly ChipName[];
  /**
   * Anything that `check` can read: assembly in LLVM syntax, or a listing. Its comments may define the state.
   * Set either this or `words`, not both.
   */
  readonly assembly?: string;
  /** The machine code, as unsigned dwords. */
  readonly words?: readonly number[];
  /** The initial state. Each field overrides the same field in source comments. */
  readonly state?: ProgramSetting;
}

/**
 * Returns the program unchanged; useful only for compile-time type checking. It never throws; `pops-tb` validates the
 * program when it loads it (suites.md).
 */
export function defineProgram(program: ProgramDefinition): ProgramDefinition {
  return program;
}

/** An external program: its code, and the contents of its file and state. */
export interface ExternalProgram {
  readonly name: string;
  readonly chip: ChipName;
  readonly wave: WaveSize;
  readonly words: readonly number[];
  /** The constants that the code uses, starting at `CONSTANTS_ADDRESS`. */
  readonly constants: readonly number[];
  /** The raw registers in the program's file. */
  readonly registers: Readonly<Record<string, number>>;
  /** The `REGISTER.FIELD` values in the file. The driver sets the other fields of those registers. */
  readonly fields: FieldValues;
  /** The driver's code for the kind of value in each user SGPR, starting at s0; empty if the file has none. */
  readonly userDataMap: readonly number[];
  /** The bytes of scratch memory that the file requests per wave; 0 if unspecified. */
  readonly scratchBytes: number;
  readonly state: ProgramState;
  /** Properties known from the program's source, which override those derived from the code. */
  readonly intent?: Partial<ShaderIntent>;
  /** Samples per pixel in the program's scene. */
  readonly samples: number;
}
