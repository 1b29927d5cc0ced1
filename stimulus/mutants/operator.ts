import type { RuleClass } from '../../transactions/index.js';
import type { EditedProgram } from '../programs/edit.js';

/** A real program with one small change. */
export interface ProgramMutant {
  readonly words: readonly number[];
  /** Byte offset of the affected instruction, in the unchanged program. */
  readonly pc: number;
  /**
   * Why no wave can show the change, derived from the program alone and independent of the checkers; undefined if some wave
   * may. More expensive than the mutant itself, so only computed on demand.
   */
  readonly equivalence?: () => string | undefined;
}

/** One kind of mistake, made at every possible place in a program. */
export interface MutantOperator {
  readonly name: string;
  readonly text: string;
  /** Rule classes that should detect this mistake. */
  readonly classes: readonly RuleClass[];
  /** The mistake shows only if caches may be stale and the shader declares its section's memory coherent. */
  readonly needsStaleCaches?: true;
  /** The program is decoded with its epilog, if any; changes are made in the main part. */
  readonly mutants: (program: EditedProgram) => readonly ProgramMutant[];
}
