import { type CoverageData, emptyCoverage, foldCoverage, mergeCoverage } from '../coverage/index.js';
import type { Batch, BatchResult, Failure } from './batch.js';
import { drive } from './drive.js';
import type { RunEnd } from './event-log.js';
import { InfrastructureError } from './infrastructure-error.js';
import { runIsolated } from './isolate.js';
import type { PlannedTest } from './plan.js';
import type { BatchRunner } from './pool.js';
import { countedFailures, testsToKeep } from './run-limit.js';
import { coverageRun, failureLine, type RunReport, type RunRequest, type RunWatch } from './run-request.js';
import type { RunStore } from './run-store.js';
import { Tally } from './tally.js';

/** The bookkeeping of one run: everything below happens in plan order. */
export class Run {
  private readonly began = performance.now();
  private readonly tally = new Tally();
  private coverage: CoverageData = emptyCoverage();
  /** Failures so far that count towards `maxFailures`. */
  private counted = 0;

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

  async toEnd(plan: Iterator<PlannedTest>): Promise<RunReport> {
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
      const keep = testsToKeep(this.request, this.counted, result);
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

  /** Runs the first tests of a batch again, so that coverage and counts hold no test after the cut. */
  private rerun(batch: Batch, keep: number): Promise<BatchResult[]> {
    return runIsolated(this.pool, { ...batch, tests: batch.tests.slice(0, keep) });
  }

  private add(result: BatchResult): void {
    const repro = (failure: Failure): string => failureLine(this.request, failure);
    this.store.add(result, repro);
    this.tally.add(result, repro);
    this.counted += countedFailures(this.request, result);
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
