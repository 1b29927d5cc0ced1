import { causeOf } from '../../base/basics/index.js';
import type { Failure } from '../one-test/one-test.js';
import { NONDETERMINISM, OUTCOMES } from '../records/finding.js';
import type { PlannedTest } from '../selection/plan.js';
import type { Batch, BatchResult, Incident, TestDigest } from './batch-result.js';
import type { BatchRunner } from './pool.js';

/**
 * Reruns one test in a hundred on a dedicated worker, where it runs among different tests. A test with different
 * bytes fails in a separate class: its results cannot be trusted.
 */
export class SecondRuns {
  private runner: BatchRunner | undefined;

  /** `start` creates the worker on first use. */
  constructor(private readonly start: () => BatchRunner) {}

  /** A batch's parts, with a failure for each test whose second run differs. */
  async compare(batch: Batch, parts: BatchResult[]): Promise<BatchResult[]> {
    const compared: BatchResult[] = [];
    for (const part of parts) {
      let result = part;
      for (const digest of part.digests) {
        const test = batch.tests[part.first - batch.first + digest.row]!;
        result = await this.compareOne(batch, test, result, digest);
      }
      compared.push(result);
    }
    return compared;
  }

  async close(): Promise<void> {
    await this.runner?.close();
  }

  private async compareOne(
    batch: Batch,
    test: PlannedTest,
    result: BatchResult,
    { row, digest }: TestDigest,
  ): Promise<BatchResult> {
    this.runner ??= this.start();
    const first = result.first + row;
    try {
      const { digests } = await this.runner.run({ ...batch, first, tests: [test] });
      const again = digests[0]?.digest;
      return again === digest ? result : withFailure(result, row, test, `${digest}, then ${again}`);
    } catch (error) {
      if (this.runner.closed) throw error;
      const incident: Incident = { first, tests: 1, cause: causeOf(error) };
      return { ...result, incidents: [...(result.incidents ?? []), incident] };
    }
  }
}

function withFailure(result: BatchResult, row: number, test: PlannedTest, digests: string): BatchResult {
  const before = result.outcomes.subarray(0, row).filter((outcome) => outcome !== 0).length;
  const failed = result.outcomes[row] !== 0;
  const failure: Failure = {
    violations: [],
    ...(failed ? result.failures[before]! : {}),
    test,
    outcome: 'failed',
    signature: `${NONDETERMINISM} ${test.sequence}`,
    rule: NONDETERMINISM,
    waves: result.waves[row]!,
    summary: 'A second run on another worker gave a different result.',
    message: `A second run on another worker gave a different result: digest ${digests}`,
  };
  const outcomes = result.outcomes.slice();
  outcomes[row] = OUTCOMES.indexOf('failed');
  return { ...result, outcomes, failures: result.failures.toSpliced(before, failed ? 1 : 0, failure) };
}
