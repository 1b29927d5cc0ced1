import { shellWord } from '../regression/index.js';

/** The command that replays a shrunk failure from its file. */
export function shrunkLine(file: string): string {
  return `npx --no-install pops-tb replay ${shellWord(file)}`;
}
