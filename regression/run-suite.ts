import { type CoverageData, emptyCoverage, foldCoverage, mergeCoverage } from '../coverage/index.js';
import type { Seed } from '../transactions/index.js';
import { formatSeed } from '../transactions/index.js';
import type { Batch, BatchResult, Failure } from './batch.js';
import { openCorpus } from './corpus-files.js';
import { drive } from './drive.js';
import type { RunEnd } from './event-log.js';
import { compareWithCleanTwins, type FaultEffect } from './fault-effect.js';
import { InfrastructureError } from './infrastructure-error.js';
import { runIsolated } from './isolate.js';
import { formatKnobSettings } from './knob-values.js';
import { describeHost, type Manifest } from './manifest.js';
import { type PlannedTest, planTests } from './plan.js';
import { type BatchRunner, createPool } from './pool.js';
import { RunStore } from './run-store.js';
import { findSuite, type Overrides, selectSequences } from './selection.js';
import { Tally } from './tally.js';
import { reproLine } from './test-name.js';

/** What `run` was asked for. */
export interface RunRequest {
  readonly runId: string;
  readonly suite: string;
  /** Root seed. */
  readonly seed: Seed;
  /** Sequence names to keep. */
  readonly glob?: string;
  readonly overrides: Overrides;
  /** Tests in total; `Infinity` when only time limits the run. */
  readonly count: number;
  readonly timeMs?: number;
  /** The run ends with the test that reaches so many failures. */
  readonly maxFailures?: number;
  readonly workers: number;
  readonly outDir: string;
  /** Module of the pool's workers; the built one unless a test brings its own. */
  readonly workerFile?: string;
}

/** What a run gave so far, or as a whole. */
export interface RunReport {
  readonly request: RunRequest;
  readonly tally: Tally;
  readonly coverage: CoverageData;
  readonly end: RunEnd;
  readonly seconds: number;
  /** Whether the injected faults act at all; known where the run had faults and no test failed. */
  readonly unseenFault?: FaultEffect;
}

/** Who watches a run and may stop it. */
export interface RunWatch {
  readonly signal?: AbortSignal;
  /** Called once when nothing about the request can be wrong any more, before the first test. */
  readonly onStart?: () => void;
  readonly onProgress?: (tally: Tally, coverage: CoverageData) => void;
}

/** Runs the selected tests of a suite on a pool, and writes the run directory. Results do not depend on `workers`. */
export async function runSuite(request: RunRequest, watch: RunWatch = {}): Promise<RunReport> {
  const sequences = selectSequences(findSuite(request.suite), request.glob, request.overrides);
  const store = new RunStore(request.outDir, manifestOf(request));
  watch.onStart?.();
  const pool = createPool({
    workers: request.workers,
    ...(request.workerFile === undefined ? {} : { workerFile: request.workerFile }),
  });
  try {
    const run = new Run(request, store, pool, watch);
    await run.warmUp();
    const report = await run.toEnd(planTests(request.seed, sequences));
    return { ...report, ...unseenFault(report, planTests(request.seed, sequences)) };
  } finally {
    await pool.close();
  }
}

/** The bookkeeping of one run: everything below happens in plan order. */
class Run {
  private readonly began = performance.now();
  private readonly tally = new Tally();
  private coverage: CoverageData = emptyCoverage();

  constructor(
    private readonly request: RunRequest,
    private readonly store: RunStore,
    private readonly pool: BatchRunner,
    private readonly watch: RunWatch,
  ) {}

  /** An empty batch: throws `InfrastructureError` when workers do not even start. */
  async warmUp(): Promise<void> {
    try {
      await this.pool.run(this.batch(0, []));
    } catch (error) {
      throw new InfrastructureError(`A worker could not start: ${(error as Error).message}`);
    }
  }

  async toEnd(plan: ReturnType<typeof planTests>): Promise<RunReport> {
    const { request } = this;
    let full = false;
    const results = drive({
      plan,
      count: request.count,
      inFlight: request.workers + 2,
      makeBatch: (first, tests) => this.batch(first, tests),
      runner: this.pool,
      ended: () => full || this.interrupted() || this.outOfTime(),
    });
    for await (const { batch, result } of results) {
      const keep = this.testsToKeep(result);
      if (keep === undefined) {
        this.add(result);
        continue;
      }
      const parts = keep === batch.tests.length ? [result] : await this.rerun(batch, keep);
      for (const part of parts) this.add(part);
      full = true;
      break;
    }
    return this.report(this.endOf(full));
  }

  private batch(first: number, tests: Batch['tests']): Batch {
    return { first, tests, overrides: this.request.overrides, coverageRun: coverageRun(this.request) };
  }

  /** Tests of a batch up to the one that reaches the limit of failures; undefined while there is room. */
  private testsToKeep({ outcomes }: BatchResult): number | undefined {
    let room = (this.request.maxFailures ?? Infinity) - (this.tally.tests - this.tally.passed);
    for (const [row, outcome] of outcomes.entries()) {
      if (outcome !== 0 && --room <= 0) return row + 1;
    }
    return undefined;
  }

  /** Runs the first tests of a batch again, so that coverage and counts hold no test after the cut. */
  private rerun(batch: Batch, keep: number): Promise<BatchResult[]> {
    return runIsolated(this.pool, { ...batch, tests: batch.tests.slice(0, keep) });
  }

  private add(result: BatchResult): void {
    const repro = (failure: Failure): string => failureLine(this.request, failure);
    this.store.add(result, repro);
    this.tally.add(result, repro);
    this.addCoverage(result);
    this.watch.onProgress?.(this.tally, this.coverage);
  }

  private addCoverage({ coverage }: BatchResult): void {
    if (coverage !== undefined) this.coverage = foldCoverage(mergeCoverage(this.coverage, coverage));
  }

  private interrupted(): boolean {
    return this.watch.signal?.aborted ?? false;
  }

  private outOfTime(): boolean {
    return performance.now() - this.began > (this.request.timeMs ?? Infinity);
  }

  private endOf(full: boolean): RunEnd {
    if (full) return this.request.overrides.faults.length > 0 ? 'fault-seen' : 'max-failures';
    if (this.interrupted()) return 'interrupted';
    return this.tally.tests < this.request.count ? 'time' : 'count';
  }

  private report(end: RunEnd): RunReport {
    const { request, tally, coverage } = this;
    this.store.finish(tally.tests, end, coverage);
    return { request, tally, coverage, end, seconds: (performance.now() - this.began) / 1000 };
  }
}

/** Tests that are compared with their clean twin when a fault was not seen. */
const TWINS = 10;

function unseenFault(
  { request, tally }: RunReport,
  plan: Iterator<PlannedTest>,
): Pick<RunReport, 'unseenFault'> {
  if (request.overrides.faults.length === 0 || tally.passed < tally.tests) return {};
  const tests = Array.from({ length: Math.min(TWINS, tally.tests) }, () => plan.next().value as PlannedTest);
  return { unseenFault: compareWithCleanTwins(tests, request.overrides, openCorpus()) };
}

/** The line that reproduces a failure of a run. */
function failureLine({ suite, overrides }: RunRequest, { test, hash }: Failure): string {
  const { sequence, seed } = test;
  return reproLine({ suite, sequence, seed, ...(hash === undefined ? {} : { hash }) }, overrides);
}

/** Names what a run draws from, in coverage data and nowhere else: equal text means equal tests at equal positions. */
function coverageRun({ suite, seed, glob, overrides }: RunRequest): string {
  const { chips, knobs, faults } = overrides;
  return [
    `${suite}@${formatSeed(seed)}`,
    glob ?? '*',
    ...faults,
    ...chips,
    ...formatKnobSettings(knobs),
  ].join(' ');
}

function manifestOf(request: RunRequest): Manifest {
  const { runId, suite, seed, glob = null, overrides, count, timeMs, maxFailures = null, workers } = request;
  return {
    ...describeHost(),
    runId,
    suite,
    seed: formatSeed(seed),
    count: Number.isFinite(count) ? count : null,
    timeSeconds: timeMs === undefined ? null : timeMs / 1000,
    maxFailures,
    tests: glob,
    chips: [...overrides.chips],
    knobs: formatKnobSettings(overrides.knobs),
    faults: [...overrides.faults],
    workers,
    startedAt: new Date().toISOString(),
  };
}
