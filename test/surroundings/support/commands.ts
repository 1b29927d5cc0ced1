import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../../base/basics/package-root.js';
import { callCli } from '../../cli/support/call-cli.js';
import { getFinishedTests, runHeld } from '../../cli/support/held-run.js';
import { type CliResult, ENGINE, runCli, temporaryFolder } from '../../cli/support/run-cli.js';
import { getComparableResult } from '../../cli/support/run-files.js';

let current = '';
let undisturbed: Promise<CliResult> | undefined;

/**
 * Creates the folder for a test file's run directories, which is deleted after its tests. Must be called for each
 * file, because test files share this module and its state.
 */
export function openFolder(): void {
  current = temporaryFolder();
  undisturbed = undefined;
}

/** Returns the folder that holds the test file's run directories. */
export const folder = (): string => current;

export const MAIN = join(packageRoot(), 'dist', 'cli', 'main.js');
/** The number of tests in a run: enough that it can be disturbed before it ends. A batch has about three tests. */
export const COUNT = 14;
export const TESTS = [
  ...['run', 'smoke', '--test', 'cond_uniform', '--chip', 'navi21'],
  ...['--seed', '0xd15c', '--count', `${COUNT}`, '--workers', '1', '--json'],
];

/** Returns a function that runs `act` on its first call and returns the same promise on every call. */
export function memoizeAsync<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= act());
}

async function getUndisturbedResult(): Promise<object> {
  const directory = await getUndisturbedRun();
  return getComparableResult((await undisturbed!).stdout, directory);
}

/** Returns the directory of an undisturbed run, which is executed only once per test file. */
export async function getUndisturbedRun(): Promise<string> {
  undisturbed ??= callCli([...TESTS, '--out', join(folder(), 'undisturbed')]);
  const { stdout } = await undisturbed;
  expect(JSON.parse(stdout).tests).toBe(COUNT);
  return join(folder(), 'undisturbed');
}

/** Starts a run that writes to `folder()/name`. */
export function run(name: string, ...extraArgs: readonly string[]): Promise<CliResult> {
  return runCli([...TESTS, '--out', name, ...extraArgs], folder());
}

/** Starts a run and disturbs it once it has some results but has not ended. */
export function disturb(
  name: string,
  act: (kill: (signal: NodeJS.Signals) => void) => void,
  args: readonly string[] = [...TESTS, '--out', name],
): Promise<CliResult> {
  return runHeld(args, folder(), join(folder(), name), (events) => getFinishedTests(events).length > 0, act);
}

/** Checks that a run's results equal those of an undisturbed one, so nothing was lost or duplicated. */
export async function expectResult(name: string, stdout: string): Promise<void> {
  expect(getComparableResult(stdout, join(folder(), name))).toEqual(await getUndisturbedResult());
}

/** Resumes a run in the test's process and checks that its results equal those of an undisturbed one. */
export async function expectResumed(name: string, ...extraArgs: readonly string[]): Promise<void> {
  const args = ['run', '--resume', join(folder(), name), '--workers', '1', '--json', ...extraArgs];
  const { code, stdout, stderr } = await callCli(args);
  expect(code, stderr).toBe(0);
  await expectResult(name, stdout);
}

/**
 * Runs a shell script in `folder()`. The script can use `$NODE $ENGINE $MAIN` as the command and `$TESTS` as the
 * usual arguments.
 */
export function shell(script: string): Promise<CliResult> {
  const variables = { NODE: process.execPath, ENGINE: ENGINE.join(' '), MAIN, TESTS: TESTS.join(' ') };
  const env = { ...process.env, ...variables };
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', script], { cwd: folder(), env });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/**
 * Starts a command that runs alongside the test, which must end it. Resolves once the command's stderr matches
 * `ready`.
 */
export function startReady(command: readonly string[], ready: RegExp): Promise<ChildProcess> {
  const child = spawn(command[0]!, command.slice(1), { cwd: folder(), stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (ready.test(output)) resolve(child);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${command.join(' ')} ended with ${code}: ${output}`)));
  });
}

/** Kills a process and waits for it to exit. */
export async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Returns the last line that a command wrote to stderr. */
export function lastLine({ stderr }: CliResult): string {
  return stderr.trimEnd().split('\n').at(-1)!;
}
