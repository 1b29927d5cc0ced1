import {
  binRows,
  type CoverageData,
  createCollector,
  hasIndex,
  type RankAim,
  type RankCandidate,
  type RankedTest,
  rankTests,
  type TestReference,
} from '../../coverage/index.js';
import { generateTest, runScenarioTest, type TestResult } from '../../harness/one-test/index.js';
import { addKillers, type FaultKill, firstKills, killsFault } from '../../harness/run-directory/index.js';
import { findSequence } from '../../harness/selection/index.js';
import { workOf } from '../../harness/steering/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { FaultId, Scenario } from '../../transactions/index.js';
import { type FirstHitTest, firstHitTest } from '../coverage/first-hit.js';

/** The cheapest tests found that achieve a coverage and kill faults. */
export interface CoverageRanking {
  /** Cost is work: instructions, plus 50 per wave and 10,000 per test. */
  readonly ranked: readonly RankedTest<TestReference>[];
  /** Covered bins of the data, and how many of them the candidates cover. */
  readonly covered: number;
  readonly reached: number;
  /** Tests rerun to learn what each one hits, and their work. */
  readonly candidates: number;
  readonly work: number;
  /** Faults tried, and those that a candidate kills, each with its ranked test. */
  readonly faults: readonly FaultId[];
  readonly kills: readonly FaultKill<TestReference>[];
  /** Tests that cannot be rerun: their names are not from `pops-tb run`. */
  readonly strangers: number;
}

/** What a ranking must keep, and its callback. */
export interface RankRequest extends RankAim {
  /** Tests that run anyway: other tests need not hit what they hit. */
  readonly given?: readonly TestReference[];
  /** Faults the ranked tests must kill, if any candidate does. */
  readonly faults: readonly FaultId[];
  /** Called before each candidate and each fault, and before each test tried for a fault that no ranked test kills. */
  readonly onStep?: (done: number, total: number, of: string) => void;
}

/** A run's test, as named in coverage and as it runs. */
interface KnownTest {
  readonly reference: TestReference;
  readonly test: FirstHitTest;
}

/** A test's work besides its waves, in instructions: drawing and assembling it. */
const TEST_WORK = 10_000;
/** Maximum number of candidates run with a fault that no ranked test kills. */
const KILLER_TRIES = 200;

/**
 * Ranks the tests that were the first of some bin: reruns each, since a coverage file names only a bin's first test. Bins that need more hits
 * than these tests provide stay unreached and are counted. Then runs ranked tests with each fault until one fails, and adds the cheapest
 * candidate for a fault that none sees.
 */
export function rankCoverage(data: CoverageData, corpus: Corpus, request: RankRequest): CoverageRanking {
  const references = rankCandidates(data);
  const known = references.flatMap(knownTest);
  const candidates = known.map((test, at): RankCandidate<KnownTest> => {
    request.onStep?.(at, known.length, 'candidates');
    const { hits, run } = runForHits(scenarioOf(test.test, corpus));
    return { test, hits, cost: TEST_WORK + workOf(run.instructions, run.waves) };
  });
  const needs = binRows(data).map(({ isCovered, atLeast }) => (isCovered ? atLeast : 0));
  const left = remainingNeeds((request.given ?? []).flatMap(knownTest), needs, corpus);
  const ranked = rankTests(candidates, left, request);
  const reached =
    needs.filter((need, bin) => need > 0 && left[bin] === 0).length + (ranked.at(-1)?.covered ?? 0);
  const kills = killsOf(request, ranked, candidates, corpus);
  const rows = withKillers(ranked, kills, candidates);
  return {
    ranked: rows.map((row) => ({ ...row, test: row.test.reference })),
    covered: needs.filter((need) => need > 0).length,
    reached,
    candidates: known.length,
    work: candidates.reduce((sum, { cost }) => sum + cost, 0),
    faults: request.faults,
    kills: kills.map(({ fault, by }) => ({ fault, by: by.reference })),
    strangers: references.length - known.length,
  };
}

/** The passed tests that were the first of some bin. */
export function rankCandidates(data: CoverageData): TestReference[] {
  return data.parts.flatMap(({ run, names, failed }) =>
    names
      .filter(([index]) => !hasIndex(failed, index))
      .map(([index, name]): TestReference => ({ run, index, name })),
  );
}

/** Empty for a test that cannot be rerun. */
function knownTest(reference: TestReference): KnownTest[] {
  const test = firstHitTest(reference);
  return test === undefined ? [] : [{ reference, test }];
}

/** Hits still needed after some tests. */
function remainingNeeds(
  tests: readonly KnownTest[],
  needs: readonly number[],
  corpus: Corpus,
): readonly number[] {
  const hits = tests.map(({ test }) => hitsOf(test, corpus));
  return needs.map((need, bin) => Math.max(0, need - hits.reduce((sum, own) => sum + own[bin]!, 0)));
}

/** For each fault that a candidate kills: the first ranked test that does, otherwise the cheapest other. */
function killsOf(
  { faults, onStep }: RankRequest,
  ranked: readonly RankedTest<KnownTest>[],
  candidates: readonly RankCandidate<KnownTest>[],
  corpus: Corpus,
): FaultKill<KnownTest>[] {
  const kills = ({ test }: KnownTest, fault: FaultId): boolean => killsFault(test, fault, test, corpus);
  const tests = ranked.map(({ test }) => test);
  const seen = faults.flatMap((fault, at) => {
    onStep?.(at, faults.length, 'faults');
    return firstKills([fault], tests, kills);
  });
  const missed = faults.filter((fault) => !seen.some((kill) => kill.fault === fault));
  const others = [...candidates]
    .sort((a, b) => a.cost - b.cost)
    .flatMap(({ test }) => (tests.includes(test) ? [] : [test]));
  const added = addKillers(missed, others, KILLER_TRIES, (test, fault) => {
    onStep?.(missed.indexOf(fault), missed.length, 'faults that no ranked test kills');
    return kills(test, fault);
  });
  return [...seen, ...added];
}

/** The ranked tests, then those included only for their kills. */
function withKillers(
  ranked: readonly RankedTest<KnownTest>[],
  kills: readonly FaultKill<KnownTest>[],
  candidates: readonly RankCandidate<KnownTest>[],
): RankedTest<KnownTest>[] {
  const rows = [...ranked];
  for (const { by } of kills) {
    if (rows.some(({ test }) => test === by)) continue;
    const { covered, cost } = rows.at(-1) ?? { covered: 0, cost: 0 };
    const own = candidates.find(({ test }) => test === by)!.cost;
    rows.push({ test: by, completed: 0, covered, cost: cost + own });
  }
  return rows;
}

/** Hits of one rerun test, all covergroups concatenated. */
export function hitsOf(test: Omit<FirstHitTest, 'root'>, corpus: Corpus): Float64Array {
  return runForHits(scenarioOf(test, corpus)).hits;
}

function scenarioOf(
  { suite, sequence, seed, overrides }: Omit<FirstHitTest, 'root'>,
  corpus: Corpus,
): Scenario {
  return generateTest({ sequence: findSequence(sequence, suite), seed, overrides, corpus });
}

/** Results of one scenario run. */
export interface RunHits extends Pick<TestResult, 'run' | 'finding'> {
  /** All covergroups concatenated; empty if the test did not pass. */
  readonly hits: Float64Array;
}

/** Runs a scenario for its hits. */
export function runForHits(scenario: Scenario): RunHits {
  const collector = createCollector('rank');
  const { run, finding } = runScenarioTest(scenario, {
    cover: { collector, id: scenario.name, position: 0 },
  });
  const groups = collector.snapshot().parts[0]!.groups;
  return { hits: Float64Array.from(groups.flatMap(({ passed }) => [...passed.hits])), run, finding };
}
