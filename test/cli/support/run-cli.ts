import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCurrentTest } from 'vitest/suite';

/** A command's output and exit code. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Commands that take only a few seconds finish before most of V8's optimisation pays off. Delaying optimisation saves
 * a fifth of their CPU time. Later Node versions do not have the option.
 */
export const V8_OPTIONS: readonly string[] = process.versions.node.startsWith('20.')
  ? ['--interrupt-budget=1000000']
  : [];

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** The input and environment of a command. */
interface CliEnvironment {
  readonly input?: string;
  /** The main file to run. Default: the main file of the built CLI. */
  readonly main?: string;
  /** The Node that runs it. Default: that of the test. */
  readonly node?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs the built command line in `cwd`, as a user would. `onStart` receives a function that sends a signal to the
 * process, and another that returns what the process has written to stderr so far.
 */
export function runCli(
  args: readonly string[],
  cwd: string,
  onStart?: (kill: (signal: NodeJS.Signals) => void, errorOutput: () => string) => void,
  { input = '', main = MAIN, node = process.execPath, env = process.env }: CliEnvironment = {},
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const options = node === process.execPath ? V8_OPTIONS : [];
    const child = spawn(node, [...options, main, ...args], { cwd, env });
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

/** Creates a temporary folder that is deleted after the test that creates it, or after the test file's last test. */
export function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-'));
  // Within a test, `afterAll` does nothing.
  const after = getCurrentTest() === undefined ? afterAll : onTestFinished;
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a function that writes a file into `folder` and returns its path. */
export function createWriter(folder: string): (name: string, content: string | Uint8Array) => string {
  return (name, content) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
}
