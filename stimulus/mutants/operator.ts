import type { RuleClass } from '../../transactions/index.js';
import type { EditedProgram } from '../programs/edit.js';

/** A real program with one small change. */
export interface ProgramMutant {
  readonly words: readonly number[];
  /** Byte offset of the instruction that the change is about, in the unchanged program. */
  readonly pc: number;
  /**
   * Why no wave can show the change, worked out from the program alone and apart from the checkers; undefined where some wave
   * may. Costs more than the mutant itself, so only those who need it ask.
   */
  readonly equivalence?: () => string | undefined;
}

/** One kind of mistake, made at every place of a program where it can be made. */
export interface MutantOperator {
  readonly name: string;
  readonly text: string;
  /** Classes of rules that should see this mistake. */
  readonly classes: readonly RuleClass[];
  /** The mistake shows only where caches may be stale and the shader declares coherent what its section covers. */
  readonly needsStaleCaches?: true;
  /** The program is decoded with its epilog, where it has one; changes are made in the main part. */
  readonly mutants: (program: EditedProgram) => readonly ProgramMutant[];
}
