import type { EditedProgram } from '../programs/edit.js';

/** A legal change to a real program that preserves its behaviour. */
export interface ProgramVariation {
  readonly name: string;
  readonly text: string;
  /** Returns the words of the changed program, or undefined if the change does not apply. */
  readonly vary: (program: EditedProgram) => readonly number[] | undefined;
}
