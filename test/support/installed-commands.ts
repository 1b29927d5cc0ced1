import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { CliResult } from '../cli/support/run-cli.js';
import {
  getInstalledProject,
  hideClone,
  type InstalledProject,
  OUTSIDE_ENVIRONMENT,
} from './installed-package.js';

/** Runs the installed package's commands in a single process outside the clone. */
export interface InstalledCommands {
  /**
   * The project folder that the commands run in. It links to the package's `data` and `examples`, which its
   * pages refer to.
   */
  readonly folder: string;
  /** The folder of the installed package. */
  readonly root: string;
  /** Runs one command. Await the previous command first. */
  run(commandArgs: readonly string[]): Promise<CliResult>;
}

const LISTENER = fileURLToPath(new URL('installed-listener.mjs', import.meta.url));

/**
 * Prepares a process for one test file's commands. It starts with the first command and is killed after the
 * file's tests. Returns undefined if the package cannot be installed.
 */
export async function prepareInstalledCommands(): Promise<InstalledCommands | undefined> {
  const project = await getInstalledProject();
  return project === undefined ? undefined : prepare(project);
}

function prepare({ folder: project, root }: InstalledProject): InstalledCommands {
  const folder = mkdtempSync(join(project, 'folder '));
  for (const part of ['data', 'examples']) symlinkSync(join(root, part), join(folder, part), 'junction');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const listener = join(folder, 'listener.mjs');
  copyFileSync(LISTENER, listener);
  const program = join(root, 'dist', 'bundled', 'cli-program.mjs');
  const [command, args] = hideClone([process.execPath, listener, program]);
  let started: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  const ensureStarted = (): ChildProcess => {
    if (started !== undefined) return started;
    started = spawn(command, args, {
      cwd: folder,
      env: { ...OUTSIDE_ENVIRONMENT, TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    ended = once(started, 'exit');
    return started;
  };
  afterAll(async () => {
    started?.kill();
    await ended;
  });
  return {
    folder,
    root,
    async run(commandArgs) {
      const child = ensureStarted();
      child.send(commandArgs);
      const failure = ended.then(() => {
        throw new Error(`The process ended while running pops-tb ${commandArgs.join(' ')}`);
      });
      const [result] = await Promise.race([once(child, 'message'), failure]);
      return result as CliResult;
    },
  };
}
