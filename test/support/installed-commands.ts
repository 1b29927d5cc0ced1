import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { CliResult } from '../cli/support/run-cli.js';
import { type InstalledProject, installedProject, STRANGER, withoutClone } from './installed-package.js';

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

/** Starts a process for the commands of one test file; it ends with the file's tests. Undefined if nothing can be installed. */
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
  const program = join(root, 'dist', 'bundled', 'cli-program.js');
  const [command, words] = withoutClone([process.execPath, listener, program]);
  const child = spawn(command, words, {
    cwd: folder,
    env: { ...STRANGER, TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  afterAll(async () => {
    child.kill();
    await ended;
  });
  return {
    folder,
    root,
    async run(words) {
      child.send(words);
      const fails = ended.then(() => {
        throw new Error(`The process ended in pops-tb ${words.join(' ')}`);
      });
      const [result] = await Promise.race([once(child, 'message'), fails]);
      return result as CliResult;
    },
  };
}
