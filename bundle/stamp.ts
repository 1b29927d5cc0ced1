import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, BUNDLED } from './places.js';

/** Says what the bundles beside it were made of. */
export const STAMP_FILE = 'stamp.json';

/** npm's list of what is installed: bundles hold packages too. */
const PACKAGES = '../node_modules/.package-lock.json';

/** What bundles were made of: files, relative to `BUILT`, with the size and time that they had. */
export type Stamp = Readonly<Record<string, string>>;

/** State of what the compiler rewrites whenever it builds one of these rooms, and of the installed packages. */
export function stampOf(rooms: readonly string[]): Stamp {
  const files = [...rooms.map((room) => `${room}/.tsbuildinfo`), PACKAGES];
  return Object.fromEntries(files.map((file) => [file, stateOf(file)]));
}

/** Whether there are bundles, and nothing that they were made of has changed; an installed package has bundles alone. */
export function isFresh(): boolean {
  let text: string;
  try {
    text = readFileSync(join(BUNDLED, STAMP_FILE), 'utf8');
  } catch {
    return false;
  }
  if (!existsSync(join(BUILT, 'cli', 'program.js'))) return true;
  return Object.entries(JSON.parse(text) as Stamp).every(([file, state]) => stateOf(file) === state);
}

function stateOf(file: string): string {
  const found = statSync(join(BUILT, file), { throwIfNoEntry: false });
  return found === undefined ? 'absent' : `${found.size} bytes, ${found.mtimeMs}`;
}
