import type { RuleClass } from '../../transactions/index.js';
import type { EditedProgram } from '../programs/edit.js';

/** A program with one small change. */
export interface ProgramMutant {
  readonly words: readonly number[];
  /** The byte offset of the affected instruction in the original program. */
  readonly pc: number;
  /**
   * Explains why no wave can reveal the change, or returns undefined if one might. Derived from the program alone,
   * independently of the checkers, and only on demand, because it takes longer than creating the mutant.
   */
  readonly equivalence?: () => string | undefined;
}

/** A kind of mistake that can be made at one or more positions in a program. */
export interface MutantOperator {
  readonly name: string;
  readonly text: string;
  /** The rule classes that are expected to detect the mistake. */
  readonly classes: readonly RuleClass[];
  /**
   * Set if the mistake is only visible when caches may be stale and the shader declares its section's memory
   * coherent.
   */
  readonly needsStaleCaches?: true;
  /**
   * Returns a mutant for each position in the main part where the mistake can be made. `program` is decoded together
   * with its epilog, if it has one.
   */
  readonly mutants: (program: EditedProgram) => readonly ProgramMutant[];
}
