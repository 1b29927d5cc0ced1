import { quoteShellWord } from '../../base/basics/index.js';
import { writeAtomic } from '../../base/output/index.js';
import { printNote } from '../../base/terminal/index.js';
import {
  formatCommand,
  formatReproLine,
  formatTestId,
  NO_OVERRIDES,
  type PlannedTest,
} from '../../harness/selection/index.js';
import { createPinnedSuite } from '../rank/pinned-suite.js';
import type { AimSource } from './aim.js';

/** The source of a command's tests, plus its time and test budget. */
export interface TargetingSession extends AimSource {
  /** Returns whether the time or test budget is used up. */
  readonly isExhausted: (testsTried: number) => boolean;
}

/** Writes the tests to a suite file, along with a description of what they target. */
export function writeTargetedSuite(
  file: string,
  text: string,
  tests: readonly PlannedTest[],
  { suite, seed }: TargetingSession,
): void {
  const document = createPinnedSuite({ suite, seed, overrides: NO_OVERRIDES }, tests.map(formatTestId));
  writeAtomic(file, `${JSON.stringify({ text, ...document }, null, 2)}\n`);
}

/** Prints how to run the written suite file. */
export function printRunHint(file: string): void {
  printNote(`Wrote ${file}: run it with ${formatCommand('run', quoteShellWord(file))}`);
}

/** Returns a test as it appears in JSON output. */
export function toTargetedTestJson(
  test: PlannedTest,
  session: TargetingSession,
): { readonly test: string; readonly repro: string } {
  return { test: formatTestId(test), repro: formatRerunCommand(test, session) };
}

/** Returns the command that reruns a test. */
export function formatRerunCommand({ sequence, seed }: PlannedTest, { suite }: TargetingSession): string {
  return formatReproLine({ suite, sequence, seed }, NO_OVERRIDES);
}
