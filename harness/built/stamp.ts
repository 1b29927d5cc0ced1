import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLES, DIST, ROOT } from './paths.js';

/** The file next to the bundles that records what they were made from. */
export const STAMP_FILE = 'stamp.json';

/** npm's list of installed packages, which matters because some packages are bundled. */
const PACKAGE_LIST = 'node_modules/.package-lock.json';

/** Identifies the inputs that bundles were made from. */
interface Stamp {
  /** Digest of the source files' names, sizes and modification times. */
  readonly sources: string;
  /**
   * Sizes and modification times of the files that are rewritten when code is compiled or packages are
   * installed, by path relative to `ROOT`.
   */
  readonly builds: Readonly<Record<string, string>>;
}

/** Returns the stamp for bundles made from the current inputs. */
export function computeStamp(): Stamp {
  const program = JSON.parse(readFileSync(join(ROOT, 'tsconfig.program.json'), 'utf8')) as {
    references: { path: string }[];
  };
  const projects = program.references.map(({ path }) => path.replace('./', ''));
  const folders = [...projects.filter((path) => !path.includes('/')), 'tools/bundle'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const sources = createHash('sha1');
  for (const file of ['tsconfig.base.json', ...files.sort()]) sources.update(`${file} ${statFile(file)}\n`);
  return { sources: sources.digest('hex'), builds: getBuildStates(projects) };
}

/**
 * Returns the sizes and modification times of the files that the compiler rewrites when it builds the given projects,
 * and of the list of installed packages.
 */
export function getBuildStates(projects: readonly string[]): Stamp['builds'] {
  const files = [...projects.map((project) => `dist/${project}/.tsbuildinfo`), PACKAGE_LIST];
  return Object.fromEntries(files.map((file) => [file, statFile(file)]));
}

/** Whether the bundles are newer than all compiled code. Always true if nothing has been compiled. */
export function isFresh(): boolean {
  if (!existsSync(join(DIST, 'cli', 'program.js'))) return true;
  const builds = readExistingStamp()?.builds;
  return builds !== undefined && Object.entries(builds).every(([file, state]) => statFile(file) === state);
}

/** Returns the stamp of the existing bundles, or undefined if there are none. */
export function readExistingStamp(): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(join(BUNDLES, STAMP_FILE), 'utf8')) as Stamp;
  } catch {
    return undefined;
  }
}

function statFile(file: string): string {
  const stats = statSync(join(ROOT, file), { throwIfNoEntry: false });
  return stats === undefined ? 'absent' : `${stats.size} bytes, ${stats.mtimeMs}`;
}
