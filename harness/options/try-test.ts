import { isCommandError, runWithTimeout } from '../basics/index.js';
import { makeErrorFinding } from '../records/finding.js';
import { EXIT, printNote } from '../terminal/index.js';

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
