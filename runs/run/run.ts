import { dirname, resolve } from 'node:path';
import { createPinnedSuite } from '../../closure/rank/index.js';
import {
  type CoverageData,
  createEmptyCoverage,
  estimateNewBins,
  foldCoverage,
  mergeCoverage,
  summariseCoverage,
} from '../../coverage/index.js';
import { InfrastructureError } from '../../harness/basics/index.js';
import type { FailureSummary } from '../../harness/one-test/index.js';
import { findKnownIssue, TestCosts } from '../../harness/records/index.js';
import {
  formatReproCommand,
  makeCoverageRunId,
  type PastRun,
  type PlanSlice,
  type RunEnd,
  type RunningTests,
  type RunReport,
  type RunRequest,
  type RunWatch,
  Tally,
  withoutFirst,
} from '../../harness/run-directory/index.js';
import { formatTestId, type PlannedTest } from '../../harness/selection/index.js';
import {
  type Batch,
  type BatchResult,
  type BatchRunner,
  type BatchTest,
  type LoggedResult,
  type RerunChecker,
  runIsolated,
} from '../../harness/workers/index.js';
import { countsAsFinding, type FaultId, UsageError } from '../../transactions/index.js';
import { readEarlierCosts, readTypicalCosts } from './cost-files.js';
import { getLaunchedSizing, POOL_SIZING } from './cut-plan.js';
import { drive } from './drive.js';
import type { RunStore } from './run-store.js';
import { readStoredScenario } from './stored-scenarios.js';

type Limits = Pick<RunRequest, 'maxFailures' | 'overrides' | 'knownIssues'>;

/**
 * Whether a failure counts towards the failure limit. Known failures do not. In a run that stops once its faults are
 * detected, a failure counts only if the fault library lists its class for one of the faults, since a fault may first
 * cause a failure or static finding of some other class.
 */
function isCounted({ overrides, knownIssues, maxFailures }: Limits, failure: FailureSummary): boolean {
  if (findKnownIssue(knownIssues, failure) !== undefined) return false;
  return overrides.faults.length === 0 || (maxFailures ?? 1) > 1 || isExpectedFor(overrides.faults, failure);
}

function isExpectedFor(faults: readonly FaultId[], { rule }: FailureSummary): boolean {
  return faults.some((id) => countsAsFinding(id, rule));
}

/**
 * Returns how many of a batch's tests to keep, up to and including the one that reaches the failure limit; undefined if
 * the limit is not reached.
 */
export function countTestsToKeep(
  limits: Limits,
  countedBefore: number,
  { outcomes, failures }: BatchResult,
): number | undefined {
  let failuresLeft = (limits.maxFailures ?? Number.POSITIVE_INFINITY) - countedBefore;
  let failed = 0;
  for (const [row, outcome] of outcomes.entries()) {
    if (outcome !== 0 && isCounted(limits, failures[failed++]!) && --failuresLeft <= 0) return row + 1;
  }
  return undefined;
}

/** Returns how many of a batch's failures count towards the failure limit. */
export function countFailures(limits: Limits, { failures }: LoggedResult): number {
  return failures.filter((failure) => isCounted(limits, failure)).length;
}

/** The period over which the expected gain must justify continuing a run. */
const HORIZON_MS = 3_600_000;
/** The number of tests before the first check and between checks; with fewer, little is known about rare bins. */
const TESTS_PER_CHECK = 500;

/** Detects when a run's coverage stops growing. */
export class SaturationWatch {
  private checksDone = 0;
  private hasSaturated = false;

  /** @param minGainPercent the smallest gain expected from another hour that justifies continuing, in % of all bins. */
  constructor(private readonly minGainPercent: number) {}

  /**
   * Whether another hour at the current pace is expected to gain less than the minimum. Checked every 500 tests; once
   * true, it stays true.
   */
  isSaturated(tests: number, elapsedMs: number, coverage: CoverageData): boolean {
    const checksDue = Math.floor(tests / TESTS_PER_CHECK);
    if (this.hasSaturated || checksDue === this.checksDone) return this.hasSaturated;
    this.checksDone = checksDue;
    const { total, tests: testCounts } = summariseCoverage(coverage);
    const testsPerHorizon = (tests * HORIZON_MS) / elapsedMs;
    const gain = estimateNewBins(coverage, testCounts.passed, testsPerHorizon);
    this.hasSaturated = gain < (total * this.minGainPercent) / 100;
    return this.hasSaturated;
  }
}

/** Keeps track of a run. Results are processed in plan order. */
export class Run {
  private readonly startedAt = performance.now();
  private readonly utilizationAtStart = performance.eventLoopUtilization();
  private readonly tally = new Tally();
  private coverage: CoverageData = createEmptyCoverage();
  /** The number of failures so far that count towards `maxFailures`. */
  private failuresCounted = 0;
  private hasReachedFailureLimit = false;
  /** Set only if the run stops when coverage saturates. */
  private readonly saturation: SaturationWatch | undefined;
  /** The number of tests from earlier sessions. */
  private kept = 0;
  private earlierMs = 0;
  private earlierPeak = 0;

  constructor(
    private readonly request: RunRequest,
    private readonly slice: PlanSlice,
    private readonly store: RunStore,
    private readonly pool: BatchRunner,
    private readonly secondRuns: RerunChecker,
    private readonly watch: RunWatch,
    private readonly running: RunningTests,
  ) {
    const { gainPercentMin } = request;
    this.saturation = gainPercentMin === undefined ? undefined : new SaturationWatch(gainPercentMin);
  }

  /** Loads the results of earlier sessions. */
  keep(past: PastRun): void {
    for (const result of past.results()) {
      this.store.keep(result);
      this.count(result);
    }
    this.kept = this.tally.tests;
    this.hasReachedFailureLimit = this.failuresCounted >= (this.request.maxFailures ?? Infinity);
    this.earlierMs = past.elapsedMs;
    this.earlierPeak = past.ended?.peakBytes ?? 0;
  }

  /** Runs an empty batch, so that `InfrastructureError` is thrown early if workers cannot start. */
  async warmUp(): Promise<void> {
    try {
      await this.pool.run(this.makeBatch(0, []));
    } catch (error) {
      if (this.isAbandoned()) return;
      if (error instanceof InfrastructureError || error instanceof UsageError) throw error;
      throw new InfrastructureError(`A worker could not start: ${(error as Error).message}`);
    }
  }

  async runToEnd(): Promise<RunReport> {
    const { request } = this;
    const { first, count, tests, steered } = withoutFirst(this.slice, this.kept);
    const knownCosts = { ...readTypicalCosts(), ...readEarlierCosts(dirname(resolve(request.outDir))) };
    const costs = new TestCosts(knownCosts);
    const results = drive({
      costs,
      plan: tests(),
      ...(steered === undefined ? {} : { knownUntil: (position) => steered.knownUntil(position) }),
      first,
      count,
      inFlight: request.workers + 2,
      makeBatch: (position, planned) => this.makeBatch(position, planned),
      run: this.runBatch,
      sizing:
        request.launch === undefined ? POOL_SIZING : getLaunchedSizing(request.workers, this.timeLeftMs),
      shouldStop: () =>
        this.hasReachedFailureLimit || this.isInterrupted() || this.isOutOfTime() || this.isSaturated(),
    });
    try {
      await this.addAll(results);
    } catch (error) {
      if (!this.isAbandoned()) throw error;
    }
    this.store.writeCosts(costs.bySequence);
    if (steered !== undefined) this.store.writePlan(createPinnedSuite(request, steered.testIds));
    return this.report(this.getEnd(this.slice.count));
  }

  private async addAll(results: ReturnType<typeof drive>): Promise<void> {
    for await (const { batch, result } of results) {
      const keep = countTestsToKeep(this.request, this.failuresCounted, result);
      if (keep === undefined) {
        this.add(result);
        continue;
      }
      const batchParts = keep === batch.tests.length ? [result] : await this.rerun(batch, keep);
      for (const part of batchParts) this.add(part);
      this.hasReachedFailureLimit = true;
      return;
    }
  }

  private makeBatch(first: number, tests: readonly PlannedTest[]): Batch {
    const { overrides, suite, suiteFile, config } = this.request;
    return {
      first,
      tests: tests.map(this.withStoredScenario),
      overrides,
      suite,
      ...(suiteFile === undefined ? {} : { suiteHash: suiteFile.hash }),
      ...(config === undefined ? {} : { configHash: config.hash }),
      coverageRun: makeCoverageRunId(this.request),
      ...(this.slice.steered === undefined ? {} : { reportsBehaviours: true }),
    };
  }

  /** Reruns the first `keep` tests of a batch, so that coverage and counts exclude the later ones. */
  private rerun(batch: Batch, keep: number): Promise<BatchResult[]> {
    return this.runBatch({ ...batch, tests: batch.tests.slice(0, keep) });
  }

  private readonly withStoredScenario = (test: PlannedTest): BatchTest => {
    const { again, outDir } = this.request;
    const scenario = again === undefined ? undefined : readStoredScenario(outDir, formatTestId(test));
    return scenario === undefined ? test : { ...test, scenario };
  };

  private readonly runBatch = async (batch: Batch): Promise<BatchResult[]> =>
    this.running.during(batch, async () => {
      const batchParts = await runIsolated(this.pool, batch);
      const refusal = batchParts.find((part) => part.refusal !== undefined)?.refusal;
      if (refusal !== undefined) throw new UsageError(refusal);
      return (await this.secondRuns.compare(batch, batchParts)).map((part) => withTestIds(batch, part));
    });

  private add(result: BatchResult): void {
    const elapsedMs = this.elapsedMs();
    this.store.add(result, this.getRepro, elapsedMs);
    this.count({ ...result, elapsedMs });
    this.watch.onProgress?.(this.tally, this.coverage);
  }

  private count(result: LoggedResult): void {
    this.tally.add(result, this.getRepro);
    this.failuresCounted += countFailures(this.request, result);
    const { coverage } = result;
    if (coverage !== undefined) this.coverage = foldCoverage(mergeCoverage(this.coverage, coverage));
    this.slice.steered?.learn(result, this.coverage);
  }

  private readonly getRepro = (failure: FailureSummary): string => formatReproCommand(this.request, failure);

  private isInterrupted(): boolean {
    return this.watch.signal?.aborted ?? false;
  }

  private elapsedMs(): number {
    return this.earlierMs + performance.now() - this.startedAt;
  }

  /**
   * Whether no more results are coming: the user abandoned the running tests, or an interrupted run lost its
   * queue or workers.
   */
  private isAbandoned(): boolean {
    return (this.watch.abortSignal?.aborted ?? false) || (this.isInterrupted() && this.pool.closed);
  }

  private isOutOfTime(): boolean {
    return this.elapsedMs() > (this.request.timeMs ?? Infinity);
  }

  private readonly timeLeftMs = (): number =>
    Math.max(0, (this.request.timeMs ?? Infinity) - this.elapsedMs());

  private isSaturated(): boolean {
    return this.saturation?.isSaturated(this.tally.tests, this.elapsedMs(), this.coverage) ?? false;
  }

  private getEnd(planned: number): RunEnd {
    if (this.hasReachedFailureLimit)
      return this.request.overrides.faults.length > 0 ? 'fault-seen' : 'max-failures';
    if (this.tally.tests >= planned) return 'count';
    if (this.isInterrupted()) return 'interrupted';
    if (this.tally.tests === 0) return 'incomplete';
    return this.isSaturated() ? 'saturated' : 'time';
  }

  private report(end: RunEnd): RunReport {
    const { request, tally, coverage, kept, store } = this;
    const seconds = this.elapsedMs() / 1000;
    const { tests } = tally;
    const { workers } = request;
    const coordinatorSeconds = performance.eventLoopUtilization(this.utilizationAtStart).active / 1000;
    const peakBytes = Math.max(this.earlierPeak, KIB * process.resourceUsage().maxRSS);
    const figures = { seconds, coordinatorSeconds, peakBytes, kept };
    store.finish({ event: 'ended', tests, by: end, ...figures, workers }, coverage);
    return { request, tally, coverage, end, ...figures };
  }
}

/** The unit of `maxRSS`. */
const KIB = 1024;

function withTestIds({ first, tests }: Batch, part: BatchResult): BatchResult {
  const start = part.first - first;
  return { ...part, tests: tests.slice(start, start + part.outcomes.length).map(formatTestId) };
}
