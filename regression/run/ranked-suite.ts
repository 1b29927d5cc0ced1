import { UsageError } from '../../transactions/index.js';
import { readSeed } from '../basics/seeds.js';
import { firstHitTest } from './first-hit.js';
import { type PinnedSuiteDocument, pinnedIdOf, pinnedSuite } from './pinned-suite.js';
import type { CoverageRanking } from './rank-coverage.js';

/**
 * The suite file that runs exactly the ranked tests, with what they cover and kill, which a run of it proves. Throws `UsageError` for tests of
 * different suites or selections, which no single run has.
 */
export function rankedSuite(
  { ranked, reached, kills }: Pick<CoverageRanking, 'ranked' | 'reached' | 'kills'>,
  text: string,
): PinnedSuiteDocument {
  const tests = ranked.map(({ test }) => test);
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
  const idOf = new Map(hits.map((hit, at) => [tests[at]!, pinnedIdOf(tests[at]!.name, hit.root)]));
  const killed = Object.fromEntries(kills.map(({ fault, by }) => [fault, idOf.get(by)!]));
  return {
    text,
    ...pinnedSuite({ suite, seed: readSeed(root), overrides }, [...idOf.values()]),
    ranked: { bins: reached, kills: killed },
  };
}
