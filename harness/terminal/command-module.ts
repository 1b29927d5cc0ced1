import type { Command } from 'commander';
import { UsageError } from '../../transactions/usage-error.js';
import type { Range } from '../basics/ranges.js';
import { checkOutFile } from '../output/out-directory.js';

/** Exit codes. They are stable, so CI can rely on them. */
export const EXIT = {
  OK: 0,
  /** A test failed, or a violation with severity `error` was found. */
  FAILED: 1,
  /** The command line or an input was invalid. */
  USAGE: 2,
  /** A coverage or testplan gate was not met, or a trace or replay without an error ends before its run does. */
  GATE: 3,
  /** The environment failed: for example, a worker could not start or the disk is full. */
  INFRASTRUCTURE: 4,
  INTERRUPTED: 130,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Returns a parser for an integer option with inclusive bounds. It throws a `UsageError` that names the option. */
export function makeIntegerOption(option: string, { min, max }: Range): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new UsageError(`Invalid ${option} "${text}": expected an integer from ${min} to ${max}`);
    }
    return value;
  };
}

/**
 * Throws `UsageError` if a suite file cannot be written, or if `run` would not recognise its name. Call this before
 * searching for tests.
 */
export function checkSuiteOutput(file: string): void {
  if (!file.endsWith('.json'))
    throw new UsageError(`Invalid --out ${file}: expected a name that ends in .json`);
  checkOutFile(file);
}

/** Finishes a command with its exit code. Every command calls it once. */
export type FinishCommand = (code: ExitCode) => void;

/** The interface of a command module: `define` adds arguments, options, examples and the action to a bare command. */
export interface CommandModule {
  readonly define: (command: Command, finish: FinishCommand) => void;
}
