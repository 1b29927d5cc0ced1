import { quoteShellWord } from '../../base/basics/index.js';
import { writeWhole } from '../../base/output/index.js';
import { printNote } from '../../base/terminal/index.js';
import {
  formatReproLine,
  formatTestId,
  makePasteableCommand,
  NO_OVERRIDES,
  type PlannedTest,
} from '../../harness/selection/index.js';
import { createPinnedSuite } from '../rank/pinned-suite.js';
import type { AimSource } from './aim.js';

/** The source of a command's tests, and when its searches end. */
export interface AimSession extends AimSource {
  /** Returns whether the time or test budget is used up. */
  readonly hasEnded: (tried: number) => boolean;
}

/** Writes tests as a suite file that states their purpose. */
export function writeAimedSuite(
  file: string,
  text: string,
  tests: readonly PlannedTest[],
  { suite, seed }: AimSession,
): void {
  const document = createPinnedSuite({ suite, seed, overrides: NO_OVERRIDES }, tests.map(formatTestId));
  writeWhole(file, `${JSON.stringify({ text, ...document }, null, 2)}\n`);
}

/** Prints how to run the written file. */
export function printAimedNote(file: string): void {
  printNote(`Wrote ${file}: run it with ${makePasteableCommand('run', quoteShellWord(file))}`);
}

/** Returns a test as it appears in JSON output. */
export function toAimedDocument(
  test: PlannedTest,
  session: AimSession,
): { readonly test: string; readonly repro: string } {
  return { test: formatTestId(test), repro: formatAimedRerunLine(test, session) };
}

/** Returns the command that reruns a test. */
export function formatAimedRerunLine({ sequence, seed }: PlannedTest, { suite }: AimSession): string {
  return formatReproLine({ suite, sequence, seed }, NO_OVERRIDES);
}
