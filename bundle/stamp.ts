import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, BUNDLED, ROOT } from './places.js';

/** The file next to the bundles that records what they were made from. */
export const STAMP_FILE = 'stamp.json';

/** npm's list of installed packages, which matters because bundles also contain packages. */
const PACKAGES = 'node_modules/.package-lock.json';

/** Identifies the inputs of a set of bundles. */
export interface Stamp {
  /** Digest of the source files' names, sizes and modification times. */
  readonly sources: string;
  /**
   * The files, relative to `ROOT`, that are rewritten when code is compiled or packages are installed, with
   * their sizes and modification times.
   */
  readonly builds: Readonly<Record<string, string>>;
}

/** Returns the stamp for bundles made now. */
export function stampNow(): Stamp {
  const program = JSON.parse(readFileSync(join(ROOT, 'tsconfig.program.json'), 'utf8')) as {
    references: { path: string }[];
  };
  const projects = program.references.map(({ path }) => path.replace('./', ''));
  const rooms = projects.filter((path) => !path.includes('/'));
  const files = rooms.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
  );
  const sources = createHash('sha1');
  for (const file of ['tsconfig.base.json', ...files.sort()]) sources.update(`${file} ${stateOf(file)}\n`);
  return { sources: sources.digest('hex'), builds: buildsOf(projects) };
}

/**
 * The state of the files that the compiler rewrites whenever it builds one of these projects, and of the
 * installed packages.
 */
export function buildsOf(projects: readonly string[]): Stamp['builds'] {
  const files = [...projects.map((project) => `dist/${project}/.tsbuildinfo`), PACKAGES];
  return Object.fromEntries(files.map((file) => [file, stateOf(file)]));
}

/** Whether the bundles were made after all code was last compiled. Without compiled code, they are always fresh. */
export function isFresh(): boolean {
  if (!existsSync(join(BUILT, 'cli', 'program.js'))) return true;
  const builds = existingStamp()?.builds;
  return builds !== undefined && Object.entries(builds).every(([file, state]) => stateOf(file) === state);
}

/** The stamp of the existing bundles, or undefined if there are none. */
export function existingStamp(): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(join(BUNDLED, STAMP_FILE), 'utf8')) as Stamp;
  } catch {
    return undefined;
  }
}

function stateOf(file: string): string {
  const found = statSync(join(ROOT, file), { throwIfNoEntry: false });
  return found === undefined ? 'absent' : `${found.size} bytes, ${found.mtimeMs}`;
}
