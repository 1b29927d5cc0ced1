import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CliResult } from '../cli/support/run-cli.js';
import {
  ENVIRONMENT_OUTSIDE_CLONE,
  getInstalledProject,
  hideClone,
  type InstalledProject,
} from './installed-package.js';

/** Runs the installed package's commands in a single process outside the clone. */
export interface InstalledCommands {
  /**
   * The project folder that the commands run in, with links to the package's `data` and `examples`, which the
   * documentation refers to.
   */
  readonly folder: string;
  /** The folder of the installed package. */
  readonly root: string;
  /** Runs one command. Await the previous command first. */
  run(commandArgs: readonly string[]): Promise<CliResult>;
}

const LISTENER = fileURLToPath(new URL('installed-listener.mjs', import.meta.url));

/**
 * Prepares a process for one test file's commands. The process starts with the first command and is killed after the
 * file's last test. Returns undefined if the package cannot be installed.
 */
export async function prepareInstalledCommands(): Promise<InstalledCommands | undefined> {
  const project = await getInstalledProject();
  return project === undefined ? undefined : prepare(project);
}

function prepare({ folder: project, root }: InstalledProject): InstalledCommands {
  const folder = mkdtempSync(join(project, 'folder '));
  mkdirSync(join(folder, 'docs'));
  for (const part of ['data', 'docs/examples']) symlinkSync(join(root, part), join(folder, part), 'junction');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const listener = join(folder, 'listener.mjs');
  copyFileSync(LISTENER, listener);
  const program = join(root, 'dist', 'bundled', 'cli-program.mjs');
  const [command, args] = hideClone([process.execPath, listener, program]);
  let listenerProcess: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  const ensureStarted = (): ChildProcess => {
    if (listenerProcess !== undefined) return listenerProcess;
    listenerProcess = spawn(command, args, {
      cwd: folder,
      env: { ...ENVIRONMENT_OUTSIDE_CLONE, TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    exited = once(listenerProcess, 'exit');
    return listenerProcess;
  };
  afterAll(async () => {
    listenerProcess?.kill();
    await exited;
  });
  return {
    folder,
    root,
    async run(commandArgs) {
      const child = ensureStarted();
      child.send(commandArgs);
      const failure = exited.then(() => {
        throw new Error(`The process exited while running pops-tb ${commandArgs.join(' ')}`);
      });
      const [result] = await Promise.race([once(child, 'message'), failure]);
      return result as CliResult;
    },
  };
}
