import { existsSync } from 'node:fs';
import { writeAtomic } from '../../base/output/index.js';
import { formatTestId, NO_OVERRIDES, type PlannedTest } from '../../harness/selection/index.js';
import { NIGHTLY_SUITE } from '../../stimulus/index.js';
import { formatSeed, type Seed } from '../../transactions/index.js';
import { createPinnedSuite, pinTestId, readPinnedSuite } from '../rank/index.js';

/** Maximum number of tests in the suite. The newest ones are kept. */
const MAX_TESTS = 200;

/**
 * Returns the tests that closed holes or failed during a search on earlier nights, newest first. Returns an empty list
 * if the file does not exist. Throws `UsageError` if the file cannot be read.
 */
export function readClosingTests(file: string): readonly PlannedTest[] {
  return existsSync(file) ? readPinnedSuite(file).tests : [];
}

/** Prepends tests to the suite. If the file cannot be read, throws `UsageError` and leaves it unchanged. */
export function addClosingTests(file: string, newTests: readonly PlannedTest[], seed: Seed): void {
  const root = formatSeed(seed);
  const ids = [...newTests, ...readClosingTests(file)].map((test) => pinTestId(formatTestId(test), root));
  if (ids.length === 0) return;
  const newestIds = [...new Set(ids)].slice(0, MAX_TESTS);
  const document = createPinnedSuite({ suite: NIGHTLY_SUITE, seed, overrides: NO_OVERRIDES }, newestIds);
  const text =
    'tests from earlier nights that closed coverage holes or failed during the search; the next nightly run starts with them';
  writeAtomic(file, `${JSON.stringify({ text, ...document }, null, 2)}\n`);
}
