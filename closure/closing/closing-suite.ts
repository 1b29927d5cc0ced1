import { existsSync } from 'node:fs';
import { writeWhole } from '../../base/output/index.js';
import { NO_OVERRIDES, type PlannedTest, testId } from '../../harness/selection/index.js';
import { NIGHTLY_SUITE } from '../../stimulus/index.js';
import { formatSeed, type Seed } from '../../transactions/index.js';
import { pinnedIdOf, pinnedSuite, readPinnedSuite } from '../rank/index.js';

/** The maximum number of tests in the suite; the newest ones are kept. */
const TESTS_MAX = 200;

/** The tests that closed holes in earlier nights, newest first; empty before the first night. Throws `UsageError` for an unreadable file. */
export function closingTests(file: string): readonly PlannedTest[] {
  return existsSync(file) ? readPinnedSuite(file).tests : [];
}

/** Prepends tests to the suite. Throws `UsageError` if the file is unreadable, and then leaves it unchanged. */
export function addClosingTests(file: string, found: readonly PlannedTest[], seed: Seed): void {
  const root = formatSeed(seed);
  const ids = [...found, ...closingTests(file)].map((test) => pinnedIdOf(testId(test), root));
  if (ids.length === 0) return;
  const kept = [...new Set(ids)].slice(0, TESTS_MAX);
  const document = pinnedSuite({ suite: NIGHTLY_SUITE, seed, overrides: NO_OVERRIDES }, kept);
  const text = 'hits holes of earlier nights; the next one runs it first';
  writeWhole(file, `${JSON.stringify({ text, ...document }, null, 2)}\n`);
}
