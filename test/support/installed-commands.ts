import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { CliResult } from '../cli/support/run-cli.js';
import {
  type InstalledProject,
  installedProject,
  OUTSIDE_ENVIRONMENT,
  withoutClone,
} from './installed-package.js';

/** Commands of the installed package, in one process outside the clone. */
export interface InstalledCommands {
  /** Project folder in which the commands run; it links to the package's `data` and `examples`, which pages name. */
  readonly folder: string;
  /** Folder of the installed package. */
  readonly root: string;
  /** Runs one command; wait for the previous one to end. */
  run(words: readonly string[]): Promise<CliResult>;
}

const LISTENER = fileURLToPath(new URL('installed-listener.mjs', import.meta.url));

/** A process for the commands of one test file, started by the first; it ends with the file's tests. Undefined if nothing can be installed. */
export async function installedCommands(): Promise<InstalledCommands | undefined> {
  const project = await installedProject();
  return project === undefined ? undefined : begin(project);
}

function begin({ folder: project, root }: InstalledProject): InstalledCommands {
  const folder = mkdtempSync(join(project, 'folder '));
  for (const part of ['data', 'examples']) symlinkSync(join(root, part), join(folder, part), 'junction');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const listener = join(folder, 'listener.mjs');
  copyFileSync(LISTENER, listener);
  const program = join(root, 'dist', 'bundled', 'cli-program.mjs');
  const [command, listening] = withoutClone([process.execPath, listener, program]);
  let started: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  const serving = (): ChildProcess => {
    if (started !== undefined) return started;
    started = spawn(command, listening, {
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
    async run(words) {
      const child = serving();
      child.send(words);
      const fails = ended.then(() => {
        throw new Error(`The process ended in pops-tb ${words.join(' ')}`);
      });
      const [result] = await Promise.race([once(child, 'message'), fails]);
      return result as CliResult;
    },
  };
}
