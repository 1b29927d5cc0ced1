import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { until } from './until.js';

/** The output of `npm pack`. */
interface Packed {
  readonly filename: string;
  /** The bytes of the tarball and, unpacked, of all its files. */
  readonly size: number;
  readonly unpackedSize: number;
}

/** A project outside the clone that contains only the packed package. */
export interface InstalledProject {
  readonly folder: string;
  /** The folder of the installed package. */
  readonly root: string;
  readonly packed: Packed;
  readonly tarball: string;
}

const clone = fileURLToPath(new URL('../../', import.meta.url));
const NO_REGISTRY = /ENOTFOUND|EAI_AGAIN|ENOTCACHED|ECONNREFUSED/;

/** The environment of a user who does not have the clone. No path in it leads to the clone. */
export const OUTSIDE_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
  LC_ALL: 'C.UTF-8',
};

/**
 * Arguments of `unshare` that run a command with an empty folder in place of the clone. This requires root or
 * Linux user namespaces.
 */
const HIDING = ['--map-root-user', '--mount', 'sh', '-c', 'mount -t tmpfs none "$0" && exec "$@"', clone];
/**
 * Whether this machine can hide the clone from a process. If not, only the environment keeps processes away
 * from it.
 */
export const canHide = spawnSync('unshare', [...HIDING, 'true']).status === 0;

/** Changes a command so that its process does not see the clone, if the machine can hide it. */
export function withoutClone(words: readonly string[]): readonly [string, string[]] {
  const [first, ...rest] = canHide ? ['unshare', ...HIDING, ...words] : words;
  return [first!, rest];
}

/**
 * Returns the project that all test files share. The first file that calls this packs and installs the
 * package, and the others wait. Returns undefined if npm cannot reach a registry, except in CI.
 */
export async function installedProject(): Promise<InstalledProject | undefined> {
  const shared = inject('installedFolder');
  const made = join(shared, 'made.json');
  if (claims(join(shared, 'begun'))) {
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

function claims(mark: string): boolean {
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
