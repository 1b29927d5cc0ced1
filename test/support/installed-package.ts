import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { until } from './until.js';

/** The output of `npm pack`. */
interface PackResult {
  readonly filename: string;
  /** The size of the tarball, in bytes. */
  readonly size: number;
  /** The total size of its files, in bytes. */
  readonly unpackedSize: number;
}

/** A project outside the clone that contains only the packed package. */
export interface InstalledProject {
  readonly folder: string;
  /** The folder of the installed package. */
  readonly root: string;
  readonly packResult: PackResult;
  readonly tarball: string;
}

const clone = fileURLToPath(new URL('../../', import.meta.url));
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ENOTCACHED|ECONNREFUSED/;

/** The environment of a user without a clone of the repository: no variable points into it. */
export const ENVIRONMENT_OUTSIDE_CLONE: NodeJS.ProcessEnv = {
  PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
  LC_ALL: 'C.UTF-8',
};

/**
 * Arguments that make `unshare` run a command with an empty folder mounted over the clone. Requires root or Linux
 * user namespaces.
 */
const UNSHARE_ARGUMENTS = [
  ...'--map-root-user --mount sh -c'.split(' '),
  'mount -t tmpfs none "$0" && exec "$@"',
  clone,
];
/**
 * Whether this machine can hide the clone from a process. If not, processes are kept away from the clone only by their
 * environment variables.
 */
export const canHideClone = spawnSync('unshare', [...UNSHARE_ARGUMENTS, 'true']).status === 0;

/** Wraps a command so its process cannot see the clone, if this machine can hide it. */
export function hideClone(args: readonly string[]): readonly [string, string[]] {
  const [first, ...rest] = canHideClone ? ['unshare', ...UNSHARE_ARGUMENTS, ...args] : args;
  return [first!, rest];
}

/**
 * Returns the project that all test files share. The first caller packs and installs the package while the others
 * wait. If npm cannot reach a registry, returns undefined or, in CI, throws an error.
 */
export async function getInstalledProject(): Promise<InstalledProject | undefined> {
  const shared = inject('installedFolder');
  const resultFile = join(shared, 'result.json');
  if (tryClaim(join(shared, 'claimed'))) {
    writeFileSync(`${resultFile}.new`, JSON.stringify(tryInstall(shared)));
    renameSync(`${resultFile}.new`, resultFile);
  }
  await until(() => existsSync(resultFile));
  const { error, project } = JSON.parse(readFileSync(resultFile, 'utf8')) as {
    error?: string;
    project?: InstalledProject;
  };
  if (project !== undefined || (process.env.CI !== 'true' && UNREACHABLE.test(error!))) return project;
  throw new Error(error);
}

function tryClaim(marker: string): boolean {
  try {
    mkdirSync(marker);
    return true;
  } catch {
    return false;
  }
}

function tryInstall(shared: string): object {
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
  const [packed] = Object.values(JSON.parse(npm(pack, clone)) as Record<string, PackResult>);
  const tarball = join(shared, packed!.filename);
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], folder);
  return { folder, root: join(folder, 'node_modules', 'pops-testbench'), packResult: packed!, tarball };
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' });
}
