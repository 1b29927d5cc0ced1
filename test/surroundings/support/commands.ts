import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../../base/basics/package-root.js';
import { callCli } from '../../cli/support/call-cli.js';
import { finishedTests, runHeld } from '../../cli/support/held-run.js';
import { type CliResult, ENGINE, runCli, temporaryFolder } from '../../cli/support/run-cli.js';
import { resultOf } from '../../cli/support/run-files.js';

let current = '';
let undisturbed: Promise<CliResult> | undefined;

/**
 * Makes the folder for the run directories of a test file, which is deleted after its tests. The folder is
 * kept in this module, since test files share modules.
 */
export function openFolder(): void {
  current = temporaryFolder();
  undisturbed = undefined;
}

/** Returns the folder with the run directories of all faults of the test file. */
export const folder = (): string => current;

export const MAIN = join(packageRoot(), 'dist', 'cli', 'main.js');
/**
 * The number of tests of a run, which must take long enough to be disturbed. A batch has about three of them.
 */
export const COUNT = 14;
export const TESTS = [
  ...['run', 'smoke', '--test', 'cond_uniform', '--chip', 'navi21'],
  ...['--seed', '0xd15c', '--count', `${COUNT}`, '--workers', '1', '--json'],
];

/** Returns a function that runs `act` when it is first called. */
export function onlyOnce<T>(act: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => (done ??= act());
}

async function undisturbedResult(): Promise<object> {
  const directory = await undisturbedRun();
  return resultOf((await undisturbed!).stdout, directory);
}

/** Returns the directory of a run that nothing has disturbed. */
export async function undisturbedRun(): Promise<string> {
  undisturbed ??= callCli([...TESTS, '--out', join(folder(), 'undisturbed')]);
  const { stdout } = await undisturbed;
  expect(JSON.parse(stdout).tests).toBe(COUNT);
  return join(folder(), 'undisturbed');
}

/** Starts a run that writes to `folder()/name`. */
export function run(name: string, ...more: readonly string[]): Promise<CliResult> {
  return runCli([...TESTS, '--out', name, ...more], folder());
}

/** Disturbs a run when it has some results but has not ended. */
export function disturb(
  name: string,
  act: (kill: (signal: NodeJS.Signals) => void) => void,
  args: readonly string[] = [...TESTS, '--out', name],
): Promise<CliResult> {
  return runHeld(args, folder(), join(folder(), name), (events) => finishedTests(events).length > 0, act);
}

/**
 * Checks that the results of a run equal those of an undisturbed one, so that nothing is lost or duplicated.
 */
export async function expectResult(name: string, stdout: string): Promise<void> {
  expect(resultOf(stdout, join(folder(), name))).toEqual(await undisturbedResult());
}

/**
 * Resumes a run in the process of the test, and checks that its results equal those of an undisturbed one.
 */
export async function expectResumed(name: string, ...more: readonly string[]): Promise<void> {
  const args = ['run', '--resume', join(folder(), name), '--workers', '1', '--json', ...more];
  const { code, stdout, stderr } = await callCli(args);
  expect(code, stderr).toBe(0);
  await expectResult(name, stdout);
}

/**
 * Runs a shell script in `folder()`. In the script, `$NODE $ENGINE $MAIN` is the command, and `$TESTS` are
 * the usual arguments.
 */
export function shell(script: string): Promise<CliResult> {
  const words = { NODE: process.execPath, ENGINE: ENGINE.join(' '), MAIN, TESTS: TESTS.join(' ') };
  const env = { ...process.env, ...words };
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
 * Starts a command, which runs next to the test and which the test must end. Resolves once the command has
 * printed a matching line.
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

/** Kills a process and waits until it has ended. */
export async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Returns the last line that a command wrote to its error output. */
export function lastLine({ stderr }: CliResult): string {
  return stderr.trimEnd().split('\n').at(-1)!;
}
