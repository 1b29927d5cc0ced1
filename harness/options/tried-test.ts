import { isCommandError, runWithTimeout } from '../../base/basics/index.js';
import { EXIT, printNote } from '../../base/terminal/index.js';
import { errorFinding } from '../records/finding.js';

/** Outcome of a test tried here: its result, or the testbench failure a run would record. */
export type TriedTest<T> = { readonly value: T } | { readonly signature: string };

/**
 * Generates or runs a test on this thread. One that throws, or exceeds this many milliseconds, is a failure as in a run;
 * one that ends the process ends it with exit code 1. Rethrows errors of the command itself.
 */
export function tryTest<T>(ms: number, action: () => T): TriedTest<T> {
  process.once('exit', explainExit);
  try {
    return { value: runWithTimeout(ms, action) };
  } catch (error) {
    if (isCommandError(error)) throw error;
    return { signature: errorFinding(error).signature };
  } finally {
    process.off('exit', explainExit);
  }
}

function explainExit(): void {
  printNote('FAIL  the test terminated the process');
  process.exitCode = EXIT.FAILED;
}
