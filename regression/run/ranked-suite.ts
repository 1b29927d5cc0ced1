import type { TestReference } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import { readSeed } from '../basics/seeds.js';
import { firstHitTest } from './first-hit.js';
import { type PinnedSuiteDocument, pinnedIdOf, pinnedSuite } from './pinned-suite.js';

/** The suite file that runs exactly these tests. Throws `UsageError` for tests of different suites or selections, which no single run has. */
export function rankedSuite(tests: readonly TestReference[], text: string): PinnedSuiteDocument {
  const hits = tests.map((test) => firstHitTest(test)!);
  const [first] = hits;
  if (first === undefined) throw new UsageError('No test to write: no ranked test covers a bin');
  const fixed = hits.map(({ suite, overrides }) => JSON.stringify([suite, overrides]));
  if (new Set(fixed).size > 1) {
    throw new UsageError(
      'Cannot write one suite of runs that differ in suite, chips, knobs or faults: rank those that agree',
    );
  }
  const { suite, root, overrides } = first;
  const ids = hits.map((hit, at) => pinnedIdOf(tests[at]!.name, hit.root));
  return { text, ...pinnedSuite({ suite, seed: readSeed(root), overrides }, ids) };
}
