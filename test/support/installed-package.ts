import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { until } from './until.js';

/** Output of `npm pack` for the package. */
interface Packed {
  readonly filename: string;
  /** Bytes of the tarball, and of its files together. */
  readonly size: number;
  readonly unpackedSize: number;
}

/** A project outside the clone that contains only the packed package. */
export interface InstalledProject {
  readonly folder: string;
  /** Folder of the installed package. */
  readonly root: string;
  readonly packed: Packed;
  readonly tarball: string;
}

const clone = fileURLToPath(new URL('../../', import.meta.url));
const NO_REGISTRY = /ENOTFOUND|EAI_AGAIN|ENOTCACHED|ECONNREFUSED/;

/** Environment of a user without the clone: nothing in it leads to the clone. */
export const OUTSIDE_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
  LC_ALL: 'C.UTF-8',
};

/**
 * A shell line that runs its arguments with an empty folder in place of the clone; needs root or Linux's user
 * namespaces.
 */
const HIDING = ['--map-root-user', '--mount', 'sh', '-c', 'mount -t tmpfs none "$0" && exec "$@"', clone];
/** Whether this machine can hide the clone from a process. Otherwise, only the environment keeps processes from it. */
export const canHide = spawnSync('unshare', [...HIDING, 'true']).status === 0;

/** Words of a process that does not see the clone, if the machine can hide it. */
export function withoutClone(words: readonly string[]): readonly [string, string[]] {
  const [first, ...rest] = canHide ? ['unshare', ...HIDING, ...words] : words;
  return [first!, rest];
}

/**
 * The project shared by all test files: the first one that calls this packs and installs it, the others wait. Undefined if
 * npm reaches no registry, outside CI.
 */
export async function installedProject(): Promise<InstalledProject | undefined> {
  const shared = inject('installedFolder');
  const made = join(shared, 'made.json');
  if (isFirst(join(shared, 'begun'))) {
    writeFileSync(`${made}.new`, JSON.stringify(outcomeOf(shared)));
    renameSync(`${made}.new`, made);
  }
  await until(() => existsSync(made));
  const { error, project } = JSON.parse(readFileSync(made, 'utf8')) as {
    error?: string;
    project?: InstalledProject;
  };
  if (project !== undefined || (process.env.CI !== 'true' && NO_REGISTRY.test(error!))) return project;
  throw new Error(error);
}

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}

function outcomeOf(shared: string): object {
  try {
    return { project: install(shared) };
  } catch (error) {
    return { error: String(error) };
  }
}

function install(shared: string): InstalledProject {
  const folder = join(shared, 'a project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', shared];
  const [packed] = Object.values(JSON.parse(npm(pack, clone)) as Record<string, Packed>);
  const tarball = join(shared, packed!.filename);
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], folder);
  return { folder, root: join(folder, 'node_modules', 'pops-testbench'), packed: packed!, tarball };
}

function npm(words: readonly string[], cwd: string): string {
  return execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: 'pipe' });
}
