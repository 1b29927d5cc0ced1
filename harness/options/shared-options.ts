import { Option } from 'commander';
import { isCommandError, RANGES, runWithTimeout } from '../basics/index.js';
import { makeErrorFinding } from '../records/finding.js';
import { EXIT, makeIntegerOption, printNote } from '../terminal/index.js';
import { DEFAULT_LIMITS, type TestLimits } from '../workers/pool.js';
import { collectRepeated, makeDurationParser, makeListParser } from './option-values.js';

/** The values of `--test-time` and `--test-memory`. */
export interface LimitValues {
  readonly testTime?: number;
  readonly testMemory?: number;
}

/** Creates the `--test-time` option. `target` describes what it limits. */
export function makeTestTimeOption(target: string): Option {
  return new Option('--test-time <duration>', `time limit for ${target} (default: 120s)`).argParser(
    makeDurationParser('--test-time'),
  );
}

/** Creates the `--test-memory` option. */
export function makeTestMemoryOption(): Option {
  return new Option('--test-memory <MiB>', 'heap limit per worker (default: 2048)').argParser(
    makeIntegerOption('--test-memory', RANGES.heapMb),
  );
}

/** Returns the limits set by the options, or the defaults. */
export function getTestLimits({ testTime, testMemory }: LimitValues): TestLimits {
  return { ms: testTime ?? DEFAULT_LIMITS.ms, heapMb: testMemory ?? DEFAULT_LIMITS.heapMb };
}

/** The outcome of a test run in this process: its result, or the error signature that a run would record. */
type TestAttempt<T> = { readonly value: T } | { readonly signature: string };

/**
 * Generates or runs a test on this thread. As in a run, a test fails if it throws or takes more than `ms` milliseconds.
 * If it exits the process, the exit code is 1. Rethrows the command's own errors.
 */
export function tryTest<T>(ms: number, action: () => T): TestAttempt<T> {
  process.once('exit', explainExit);
  try {
    return { value: runWithTimeout(ms, action) };
  } catch (error) {
    if (isCommandError(error)) throw error;
    return { signature: makeErrorFinding(error).signature };
  } finally {
    process.off('exit', explainExit);
  }
}

function explainExit(): void {
  printNote('FAIL  the test terminated the process');
  process.exitCode = EXIT.FAILED;
}

/** The `--json` option of commands that print a single document. */
export const JSON_OPTION = new Option('--json', 'print one JSON document on stdout');

/** The `--workers` option of commands that run tests or programs on local threads. */
export const WORKERS_OPTION = new Option(
  '--workers <n>',
  'worker threads (default: one per processor)',
).argParser(makeIntegerOption('--workers', RANGES.workers));

/** The `--set` option, which fixes a knob in every test of the command. */
export const KNOBS_OPTION = new Option('--set <knob=value>', 'fix a knob; may be repeated').argParser(
  collectRepeated,
);

/** The `--fault` option, which injects faults into the command's tests. */
export const FAULTS_OPTION = new Option('--fault <ids>', 'inject these faults').argParser(
  makeListParser('--fault'),
);

/** The `--chip` option of commands that generate one test. */
export const TEST_CHIP_OPTION = new Option(
  '--chip <names>',
  'generate the test for one of these chips',
).argParser(makeListParser('--chip'));

/** The `--chip` option of commands that run compiled programs. */
export const PROGRAM_CHIP_OPTION = new Option(
  '--chip <name>',
  'chip to run on, by name or processor (navi21, gfx1030)',
);

/** The `--chip` option of the command that can compile one source file for several chips. */
export const SOURCE_CHIPS_OPTION = new Option(
  '--chip <names>',
  'chip(s) to run on, by name or processor (navi21, gfx1030); or several for a source file: navi21,navi31',
).argParser(makeListParser('--chip'));

/** The `--state` option of commands that run compiled programs. */
export const PROGRAM_STATE_OPTION = new Option(
  '--state <file>',
  'JSON file with the state for an object or text file',
);

/** The `--queue-key-file` option, used by the coordinator and the queue workers. */
export const QUEUE_KEY_FILE_OPTION = new Option(
  '--queue-key-file <file>',
  'key that signs queue messages; workers need it too',
);

/** The `--suite-file` option of commands that regenerate tests from a stored run. */
export const SUITE_FILE_OPTION = new Option(
  '--suite-file <file>',
  "stored run's suite file; its code may be executed",
);
