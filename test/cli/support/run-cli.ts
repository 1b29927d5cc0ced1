import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** A command's output and how it ended. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Commands of a few seconds end before most of V8's optimisation pays off: delaying it saves a fifth of their
 * processor time. Later Node versions do not support the option.
 */
export const ENGINE: readonly string[] = process.versions.node.startsWith('20.')
  ? ['--interrupt-budget=1000000']
  : [];

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** A command's environment. */
interface CliEnvironment {
  readonly input?: string;
  /** A command line other than the built one. */
  readonly main?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the built command line in `cwd`, as a user would; `onStart` receives a way to signal the process and its error output so far. */
export function runCli(
  args: readonly string[],
  cwd: string,
  onStart?: (kill: (signal: NodeJS.Signals) => void, errorOutput: () => string) => void,
  { input = '', main = MAIN, env = process.env }: CliEnvironment = {},
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

/** A folder for one test file; deleted after its tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
