import type { EditedProgram } from '../programs/edit.js';

/** Another legal way to write what a real program does. */
export interface ProgramVariation {
  readonly name: string;
  readonly text: string;
  /** The program's words in that form; undefined if it does not apply. */
  readonly vary: (program: EditedProgram) => readonly number[] | undefined;
}
