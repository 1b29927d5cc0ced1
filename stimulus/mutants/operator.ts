import type { RuleClass } from '../../transactions/index.js';
import type { EditedProgram } from '../programs/edit.js';

/** A real program with one small change. */
export interface ProgramMutant {
  readonly words: readonly number[];
  /** The byte offset of the affected instruction in the unchanged program. */
  readonly pc: number;
  /**
   * Explains why no wave can reveal the change, or returns undefined if some wave may. Derived from the program
   * alone, independently of the checkers, and only on demand, since it costs more than the mutant itself.
   */
  readonly equivalence?: () => string | undefined;
}

/** One kind of mistake, which can be made at several positions in a program. */
export interface MutantOperator {
  readonly name: string;
  readonly text: string;
  /** The rule classes that should detect this mistake. */
  readonly classes: readonly RuleClass[];
  /**
   * Set if the mistake is only visible when caches may be stale and the shader declares its section's memory
   * coherent.
   */
  readonly needsStaleCaches?: true;
  /**
   * Makes the mistake at every possible position of the main part. The program is decoded with its epilog, if it has
   * one.
   */
  readonly mutants: (program: EditedProgram) => readonly ProgramMutant[];
}
