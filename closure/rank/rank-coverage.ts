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
import {
  type FaultKill,
  findFirstKills,
  findKillers,
  killsFault,
} from '../../harness/run-directory/index.js';
import { findSequence } from '../../harness/selection/index.js';
import { computeWork, runForHits } from '../../harness/steering/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { FaultId, Scenario } from '../../transactions/index.js';
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
  /** The faults tried. `kills` lists each fault that some candidate kills, along with the ranked test that kills it. */
  readonly faults: readonly FaultId[];
  readonly kills: readonly FaultKill<TestReference>[];
  /** The number of skipped tests: those that cannot be rerun by name (see `getFirstHitTest`). */
  readonly strangers: number;
}

/** The goals for a ranking, plus a progress callback. */
interface RankRequest extends RankGoal {
  /** Tests that always run, so the ranking need not cover their bins. */
  readonly alwaysRun?: readonly TestReference[];
  /** The faults that the ranked tests must kill if any candidate does. */
  readonly faults: readonly FaultId[];
  /** Called before each candidate, each fault, and each attempt to kill a fault that no ranked test kills. */
  readonly onStep?: (done: number, total: number, stage: string) => void;
}

/** A test that can be rerun: its name in the coverage data, and everything needed to run it. */
interface KnownTest {
  readonly reference: TestReference;
  readonly test: FirstHitTest;
}

/** Fixed work per test, in instructions: generating and assembling it. */
const TEST_WORK = 10_000;
/** Maximum number of candidates to try on a fault that no ranked test kills. */
const MAX_KILL_ATTEMPTS = 200;

/**
 * Ranks the tests that were the first to hit a bin. Reruns each of them, since a coverage file names only the first
 * test of each bin. Bins that need more hits than these tests provide stay uncovered. Then, for each fault, runs
 * the ranked tests until one kills it. If none does, adds the cheapest candidate that does.
 */
export function rankCoverage(data: CoverageData, corpus: Corpus, request: RankRequest): CoverageRanking {
  const references = findRankCandidates(data);
  const knownTests = references.flatMap(findKnownTest);
  const candidates = knownTests.map((test, index): RankCandidate<KnownTest> => {
    request.onStep?.(index, knownTests.length, 'candidates');
    const { hits, run } = runForHits(generateScenario(test.test, corpus));
    return { test, hits, cost: TEST_WORK + computeWork(run.instructions, run.waves) };
  });
  const needs = getBinRows(data).map(({ isCovered, atLeast }) => (isCovered ? atLeast : 0));
  const remaining = computeRemainingNeeds((request.alwaysRun ?? []).flatMap(findKnownTest), needs, corpus);
  const ranked = rankTests(candidates, remaining, request);
  const reached =
    needs.filter((need, bin) => need > 0 && remaining[bin] === 0).length + (ranked.at(-1)?.covered ?? 0);
  const kills = findKills(request, ranked, candidates, corpus);
  const rows = addKillers(ranked, kills, candidates);
  return {
    ranked: rows.map((row) => ({ ...row, test: row.test.reference })),
    covered: needs.filter((need) => need > 0).length,
    reached,
    candidates: knownTests.length,
    work: candidates.reduce((sum, { cost }) => sum + cost, 0),
    faults: request.faults,
    kills: kills.map(({ fault, by }) => ({ fault, by: by.reference })),
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

/**
 * Returns, for each fault that a candidate kills, the first ranked test that kills it, or else the cheapest other
 * candidate that does.
 */
function findKills(
  { faults, onStep }: RankRequest,
  ranked: readonly RankedTest<KnownTest>[],
  candidates: readonly RankCandidate<KnownTest>[],
  corpus: Corpus,
): FaultKill<KnownTest>[] {
  const canKill = ({ test }: KnownTest, fault: FaultId): boolean => killsFault(test, fault, test, corpus);
  const tests = ranked.map(({ test }) => test);
  const rankedKills = faults.flatMap((fault, index) => {
    onStep?.(index, faults.length, 'faults');
    return findFirstKills([fault], tests, canKill);
  });
  const missed = faults.filter((fault) => !rankedKills.some((kill) => kill.fault === fault));
  const otherTests = [...candidates]
    .sort((a, b) => a.cost - b.cost)
    .flatMap(({ test }) => (tests.includes(test) ? [] : [test]));
  const addedKills = findKillers(missed, otherTests, MAX_KILL_ATTEMPTS, (test, fault) => {
    onStep?.(missed.indexOf(fault), missed.length, 'faults that no ranked test kills');
    return canKill(test, fault);
  });
  return [...rankedKills, ...addedKills];
}

/** Returns the ranked tests, followed by any added only for the faults they kill. */
function addKillers(
  ranked: readonly RankedTest<KnownTest>[],
  kills: readonly FaultKill<KnownTest>[],
  candidates: readonly RankCandidate<KnownTest>[],
): RankedTest<KnownTest>[] {
  const rows = [...ranked];
  for (const { by } of kills) {
    if (rows.some(({ test }) => test === by)) continue;
    const { covered, cost } = rows.at(-1) ?? { covered: 0, cost: 0 };
    const testCost = candidates.find(({ test }) => test === by)!.cost;
    rows.push({ test: by, completed: 0, covered, cost: cost + testCost });
  }
  return rows;
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
