import type { EditedProgram } from '../programs/edit.js';

/** Another legal way to write what a real program does. */
export interface ProgramVariation {
  readonly name: string;
  readonly text: string;
  /** Words of the program in that way; undefined where it has nothing that could be written so. */
  readonly vary: (program: EditedProgram) => readonly number[] | undefined;
}
