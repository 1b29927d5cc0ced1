import { lineToPaste, shellWord } from '../regression/index.js';

/** The command that replays a shrunk failure from its file. */
export function shrunkLine(file: string): string {
  return lineToPaste('replay', shellWord(file));
}
