import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** What a command printed and how it ended. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Commands of a few seconds end before most of what V8 optimises in them pays: it optimises later, which is a fifth of
 * their processor time. Later versions of Node do not take the word.
 */
export const ENGINE: readonly string[] = process.versions.node.startsWith('20.')
  ? ['--interrupt-budget=1000000']
  : [];

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** What a command may have besides its words. */
interface Around {
  readonly input?: string;
  /** Another command line than the built one. */
  readonly main?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the built command line in `cwd`, as a user would; `onStart` gets a way to signal the process and what it has told so far. */
export function runCli(
  args: readonly string[],
  cwd: string,
  onStart?: (kill: (signal: NodeJS.Signals) => void, told: () => string) => void,
  { input = '', main = MAIN, env = process.env }: Around = {},
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...ENGINE, main, ...args], { cwd, env });
    child.stdin.on('error', () => undefined).end(input);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    onStart?.(
      (signal) => child.kill(signal),
      () => stderr,
    );
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** A folder for one test file; gone when its tests are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
