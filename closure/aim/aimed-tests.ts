import { shellWord } from '../../base/basics/index.js';
import { writeWhole } from '../../base/output/index.js';
import { printNote } from '../../base/terminal/index.js';
import {
  formatReproLine,
  NO_OVERRIDES,
  type PlannedTest,
  pasteableCommand,
  testId,
} from '../../harness/selection/index.js';
import { pinnedSuite } from '../rank/pinned-suite.js';
import type { AimSource } from './aim.js';

/** The source of a command's tests, and when its searches end. */
export interface AimSession extends AimSource {
  /** Returns whether the time or test budget is used up. */
  readonly hasEnded: (tried: number) => boolean;
}

/** Writes tests as a suite file that states their purpose. */
export function writeAimed(
  file: string,
  text: string,
  tests: readonly PlannedTest[],
  { suite, seed }: AimSession,
): void {
  const document = pinnedSuite({ suite, seed, overrides: NO_OVERRIDES }, tests.map(testId));
  writeWhole(file, `${JSON.stringify({ text, ...document }, null, 2)}\n`);
}

/** Prints how to run the written file. */
export function noteAimed(file: string): void {
  printNote(`Wrote ${file}: run it with ${pasteableCommand('run', shellWord(file))}`);
}

/** Returns a test as it appears in JSON output. */
export function aimedDocument(
  test: PlannedTest,
  session: AimSession,
): { readonly test: string; readonly repro: string } {
  return { test: testId(test), repro: aimedRerunLine(test, session) };
}

/** Returns the command that reruns a test. */
export function aimedRerunLine({ sequence, seed }: PlannedTest, { suite }: AimSession): string {
  return formatReproLine({ suite, sequence, seed }, NO_OVERRIDES);
}
