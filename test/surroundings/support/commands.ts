import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { callCli } from '../../cli/support/call-cli.js';
import { getFinishedTests, runAndHold } from '../../cli/support/held-run.js';
import { type CliResult, createTempFolder, runCli, V8_OPTIONS } from '../../cli/support/run-cli.js';
import { getComparableResult } from '../../cli/support/run-files.js';

let currentFolder = '';
let uninterruptedRun: Promise<CliResult> | undefined;

/**
 * Creates the folder for a test file's run directories and deletes it after the file's tests. Must be called for each
 * file, because test files share this module and its state.
 */
export function openFolder(): void {
  currentFolder = createTempFolder();
  uninterruptedRun = undefined;
}

/** Returns the folder that holds the test file's run directories. */
export const getFolder = (): string => currentFolder;

export const MAIN = join(findPackageRoot(), 'dist', 'cli', 'main.js');
/** The number of tests in a run: enough to interrupt it midway. A batch has about three tests. */
export const COUNT = 14;
export const TESTS = [
  ...['run', 'smoke', '--test', 'cond_uniform', '--chip', 'navi21'],
  ...['--seed', '0xd15c', '--count', `${COUNT}`, '--workers', '1', '--json'],
];

/** Returns a function that runs `action` on its first call and returns the same promise on every call. */
export function memoizeAsync<T>(action: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= action());
}

async function getUninterruptedResult(): Promise<object> {
  const directory = await getUninterruptedRun();
  return getComparableResult((await uninterruptedRun!).stdout, directory);
}

/** Returns the directory of an uninterrupted run, which is executed only once per test file. */
export async function getUninterruptedRun(): Promise<string> {
  uninterruptedRun ??= callCli([...TESTS, '--out', join(getFolder(), 'uninterrupted')]);
  const { stdout } = await uninterruptedRun;
  expect(JSON.parse(stdout).tests).toBe(COUNT);
  return join(getFolder(), 'uninterrupted');
}

/** Starts a run that writes to `name` in `getFolder()`. */
export function run(name: string, ...extraArgs: readonly string[]): Promise<CliResult> {
  return runCli([...TESTS, '--out', name, ...extraArgs], getFolder());
}

/** Starts a run and interrupts it once it has some results but before it finishes. */
export function runAndInterrupt(
  name: string,
  action: (kill: (signal: NodeJS.Signals) => void) => void,
  args: readonly string[] = [...TESTS, '--out', name],
): Promise<CliResult> {
  return runAndHold(
    args,
    getFolder(),
    join(getFolder(), name),
    (events) => getFinishedTests(events).length > 0,
    action,
  );
}

/** Expects a run to have the same results as an uninterrupted one, with nothing lost or duplicated. */
export async function expectResult(name: string, stdout: string): Promise<void> {
  expect(getComparableResult(stdout, join(getFolder(), name))).toEqual(await getUninterruptedResult());
}

/** Resumes a run in this process and expects it to have the same results as an uninterrupted one. */
export async function expectResumed(name: string, ...extraArgs: readonly string[]): Promise<void> {
  const args = ['run', '--resume', join(getFolder(), name), '--workers', '1', '--json', ...extraArgs];
  const { code, stdout, stderr } = await callCli(args);
  expect(code, stderr).toBe(0);
  await expectResult(name, stdout);
}

/**
 * Runs a shell script in `getFolder()`. The script can use `$NODE $ENGINE $MAIN` as the command and `$TESTS` as the
 * usual arguments.
 */
export function runShell(script: string): Promise<CliResult> {
  const variables = { NODE: process.execPath, ENGINE: V8_OPTIONS.join(' '), MAIN, TESTS: TESTS.join(' ') };
  const env = { ...process.env, ...variables };
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', script], { cwd: getFolder(), env });
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

/** Starts a command in the background. The test must stop it. Resolves once the command's stderr matches `ready`. */
export function startAndWaitUntilReady(command: readonly string[], ready: RegExp): Promise<ChildProcess> {
  const child = spawn(command[0]!, command.slice(1), {
    cwd: getFolder(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
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
export function getLastLine({ stderr }: CliResult): string {
  return stderr.trimEnd().split('\n').at(-1)!;
}
