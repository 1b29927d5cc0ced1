import type { EditedProgram } from '../programs/edit.js';

/** A legal change of a real program that preserves its behaviour. */
export interface ProgramVariation {
  readonly name: string;
  readonly text: string;
  /** The program's words in that form; undefined if it does not apply. */
  readonly vary: (program: EditedProgram) => readonly number[] | undefined;
}
