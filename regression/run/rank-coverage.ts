import {
  binRows,
  type CoverageData,
  createCollector,
  hasIndex,
  type RankCandidate,
  type RankedTest,
  rankTests,
  type TestReference,
} from '../../coverage/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import { generateTest, runScenarioTest } from '../one-test/run-test.js';
import type { Finding } from '../records/finding.js';
import { findSequence } from '../records/selection.js';
import { type FirstHitTest, firstHitTest } from './first-hit.js';

/** The fewest tests that were found to give a coverage. */
export interface CoverageRanking {
  readonly ranked: readonly RankedTest<TestReference>[];
  /** Covered bins of the data, and those of them that the candidates cover. */
  readonly covered: number;
  readonly reached: number;
  /** Tests that ran again to learn what each one hits. */
  readonly candidates: number;
  /** Tests that cannot run again: their names are not from a run of `pops-tb run`. */
  readonly strangers: number;
}

/**
 * Ranks the tests that were the first of some bin: runs each of them again, since a coverage file names only the first
 * test of a bin. Bins that need more hits than these tests give stay unreached, and are counted.
 */
export function rankCoverage(
  data: CoverageData,
  corpus: Corpus,
  onTest: (done: number, total: number) => void = () => undefined,
): CoverageRanking {
  const references = data.parts.flatMap(({ run, names, failed }) =>
    names
      .filter(([index]) => !hasIndex(failed, index))
      .map(([index, name]): TestReference => ({ run, index, name })),
  );
  const known = references.flatMap((reference) => {
    const test = firstHitTest(reference);
    return test === undefined ? [] : [{ reference, test }];
  });
  const candidates = known.map(({ reference, test }, i): RankCandidate<TestReference> => {
    onTest(i, known.length);
    return { test: reference, hits: hitsOf(test, corpus) };
  });
  const needs = binRows(data).map(({ isCovered, atLeast }) => (isCovered ? atLeast : 0));
  const ranked = rankTests(candidates, needs);
  return {
    ranked,
    covered: needs.filter((need) => need > 0).length,
    reached: ranked.at(-1)?.covered ?? 0,
    candidates: known.length,
    strangers: references.length - known.length,
  };
}

/** Hits of one test, which is run again, all covergroups one after another. */
export function hitsOf(
  { suite, sequence, seed, overrides }: Omit<FirstHitTest, 'root'>,
  corpus: Corpus,
): Float64Array {
  return runForHits(generateTest({ sequence: findSequence(sequence, suite), seed, overrides, corpus })).hits;
}

/** Runs a scenario: what it hits, all covergroups one after another, and why it did not pass. A test that did not pass hits nothing. */
export function runForHits(scenario: Scenario): { hits: Float64Array; finding: Finding | undefined } {
  const collector = createCollector('rank');
  const { finding } = runScenarioTest(scenario, { cover: { collector, id: scenario.name, position: 0 } });
  const groups = collector.snapshot().parts[0]!.groups;
  return { hits: Float64Array.from(groups.flatMap(({ passed }) => [...passed.hits])), finding };
}
