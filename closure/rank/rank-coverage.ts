import {
  type CoverageData,
  getBinRows,
  hasIndex,
  type RankCandidate,
  type RankedTest,
  type RankGoal,
  rankTests,
  type TestReference,
} from '../../coverage/index.js';
import { generateTest } from '../../harness/one-test/index.js';
import { findSequence } from '../../harness/selection/index.js';
import { computeWork, runForHits } from '../../harness/steering/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import { type FirstHitTest, getFirstHitTest } from '../coverage/coverage-options.js';

/** The cheapest tests found that still achieve the data's coverage and kill the faults. */
export interface CoverageRanking {
  /** The ranked tests. Cost is measured as work: instructions, plus 50 per wave and 10,000 per test. */
  readonly ranked: readonly RankedTest<TestReference>[];
  /** The number of bins covered in the data. */
  readonly covered: number;
  /** How many of these bins are covered by the ranked tests or by those that always run. */
  readonly reached: number;
  /** The number of tests rerun to find out what each one hits. */
  readonly candidates: number;
  /** The total work of the candidates. */
  readonly work: number;
  /** The number of skipped tests: those that cannot be rerun by name (see `getFirstHitTest`). */
  readonly strangers: number;
}

/** The goals for a ranking, plus a progress callback. */
interface RankRequest extends RankGoal {
  /** Tests that always run, so the ranking need not cover their bins. */
  readonly alwaysRun?: readonly TestReference[];
  /** Called before each candidate. */
  readonly onStep?: (done: number, total: number) => void;
}

/** A test that can be rerun: its name in the coverage data, and everything needed to run it. */
interface KnownTest {
  readonly reference: TestReference;
  readonly test: FirstHitTest;
}

/** Fixed work per test, in instructions: generating and assembling it. */
const TEST_WORK = 10_000;

/**
 * Ranks the tests that were the first to hit a bin. Reruns each of them, since a coverage file names only the first
 * test of each bin. Bins that need more hits than these tests provide stay uncovered.
 */
export function rankCoverage(data: CoverageData, corpus: Corpus, request: RankRequest): CoverageRanking {
  const references = findRankCandidates(data);
  const knownTests = references.flatMap(findKnownTest);
  const candidates = knownTests.map((test, index): RankCandidate<KnownTest> => {
    request.onStep?.(index, knownTests.length);
    const { hits, run } = runForHits(generateScenario(test.test, corpus));
    return { test, hits, cost: TEST_WORK + computeWork(run.instructions, run.waves) };
  });
  const needs = getBinRows(data).map(({ isCovered, atLeast }) => (isCovered ? atLeast : 0));
  const remaining = computeRemainingNeeds((request.alwaysRun ?? []).flatMap(findKnownTest), needs, corpus);
  const ranked = rankTests(candidates, remaining, request);
  const reached =
    needs.filter((need, bin) => need > 0 && remaining[bin] === 0).length + (ranked.at(-1)?.covered ?? 0);
  return {
    ranked: ranked.map((row) => ({ ...row, test: row.test.reference })),
    covered: needs.filter((need) => need > 0).length,
    reached,
    candidates: knownTests.length,
    work: candidates.reduce((sum, { cost }) => sum + cost, 0),
    strangers: references.length - knownTests.length,
  };
}

/** Returns the passing tests that were the first to hit a bin. */
export function findRankCandidates(data: CoverageData): TestReference[] {
  return data.parts.flatMap(({ run, names, failed }) =>
    names
      .filter(([index]) => !hasIndex(failed, index))
      .map(([index, name]): TestReference => ({ run, index, name })),
  );
}

/** Returns the referenced test, or an empty list if it cannot be rerun. */
function findKnownTest(reference: TestReference): KnownTest[] {
  const test = getFirstHitTest(reference);
  return test === undefined ? [] : [{ reference, test }];
}

/** Returns how many hits each bin still needs after the given tests. */
function computeRemainingNeeds(
  tests: readonly KnownTest[],
  needs: readonly number[],
  corpus: Corpus,
): readonly number[] {
  const hits = tests.map(({ test }) => rerunForHits(test, corpus));
  return needs.map((need, bin) => Math.max(0, need - hits.reduce((sum, counts) => sum + counts[bin]!, 0)));
}

/** Reruns a test and returns its hit count for each bin, with all covergroups concatenated. */
export function rerunForHits(test: Omit<FirstHitTest, 'root'>, corpus: Corpus): Float64Array {
  return runForHits(generateScenario(test, corpus)).hits;
}

function generateScenario(
  { suite, sequence, seed, overrides }: Omit<FirstHitTest, 'root'>,
  corpus: Corpus,
): Scenario {
  return generateTest({ sequence: findSequence(sequence, suite), seed, overrides, corpus });
}
