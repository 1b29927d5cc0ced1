import { formatKnobSettings, readSeed } from '../../base/basics/index.js';
import type { TestReference } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import { type FirstHitTest, getFirstHitTest } from '../coverage/first-hit.js';
import { createPinnedSuite, type PinnedSuiteDocument, pinTestId } from './pinned-suite.js';
import type { CoverageRanking } from './rank-coverage.js';

/**
 * Creates a suite file that runs only the ranked tests. The file records their coverage and kills, and every run of
 * the suite checks them. Throws `UsageError` if the tests come from different suites or selections, which one run
 * cannot mix.
 */
export function createRankedSuite(
  { ranked, reached, kills }: Pick<CoverageRanking, 'ranked' | 'reached' | 'kills'>,
  text: string,
): PinnedSuiteDocument {
  const tests = ranked.map(({ test }) => test);
  const firstHits = tests.map((test) => getFirstHitTest(test)!);
  const { suite, root, overrides } = requireOneSuite(tests);
  const idByTest = new Map(firstHits.map((hit, i) => [tests[i]!, pinTestId(tests[i]!.name, hit.root)]));
  const killerIds = Object.fromEntries(kills.map(({ fault, by }) => [fault, idByTest.get(by)!]));
  return {
    text,
    ...createPinnedSuite({ suite, seed: readSeed(root), overrides }, [...idByTest.values()]),
    ranked: { bins: reached, kills: killerIds },
  };
}

/**
 * Returns the first of the given tests that can be rerun. Throws `UsageError` if there is none, or if those that can be
 * rerun differ in suite or selection.
 */
export function requireOneSuite(tests: readonly TestReference[]): FirstHitTest {
  const hits = tests.map(getFirstHitTest).filter((hit) => hit !== undefined);
  const [first] = hits;
  if (first === undefined)
    throw new UsageError(
      tests.length === 0
        ? 'No test to write: no passing test covers a bin'
        : 'No test to write: none of the tests can be rerun by name, because they come from a suite file or from outside "pops-tb run"',
    );
  const selections = [...new Set(hits.map(formatSelection))];
  if (selections.length > 1)
    throw new UsageError(
      `Cannot write one suite from runs that differ in suite, chips, knobs or faults (${selections.join('; ')}): rank only runs with the same settings`,
    );
  return first;
}

function formatSelection({ suite, overrides: { chips, knobs, faults } }: FirstHitTest): string {
  return [suite, ...chips, ...formatKnobSettings(knobs), ...faults].join(' ');
}
