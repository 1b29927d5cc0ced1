import { getErrorSummary } from '../basics/index.js';
import type { Failure } from '../one-test/one-test.js';
import { NONDETERMINISM, OUTCOMES } from '../records/finding.js';
import type { PlannedTest } from '../selection/plan.js';
import type { Batch, BatchResult, Incident } from './batch-result.js';
import type { BatchRunner } from './pool.js';

/** The digest of a second run, or why its worker was lost. */
type SecondRun = { readonly digest: string | undefined } | { readonly lost: string };

/**
 * Reruns one test in a hundred on another worker, alongside different tests. If the second run differs, the test fails
 * with a special signature, since its results cannot be trusted.
 */
export class RerunChecker {
  private runner: BatchRunner | undefined;

  /** @param start creates the runner when it is first needed. */
  constructor(private readonly start: () => BatchRunner) {}

  /** Returns a batch's results, with a failure added for each test whose second run differs. */
  async compare(batch: Batch, results: BatchResult[]): Promise<BatchResult[]> {
    const tests = results.flatMap((result) =>
      result.digests.map(({ row }) => batch.tests[result.first - batch.first + row]!),
    );
    const secondRuns = (await this.rerun(batch, tests)).values();
    return results.map((result) =>
      result.digests.reduce((updated, { row, digest }) => {
        const test = batch.tests[result.first - batch.first + row]!;
        return compareRuns(updated, row, test, digest, secondRuns.next().value!);
      }, result),
    );
  }

  /** Reruns the tests together, or one by one if that crashes the worker. */
  private async rerun(batch: Batch, tests: Batch['tests']): Promise<SecondRun[]> {
    if (tests.length === 0) return [];
    this.runner ??= this.start();
    try {
      const { digests } = await this.runner.run({ ...batch, tests, again: true });
      return tests.map((_, row) => ({ digest: digests[row]?.digest }));
    } catch (error) {
      if (this.runner.closed) throw error;
      if (tests.length === 1) return [{ lost: getErrorSummary(error) }];
      const results: SecondRun[] = [];
      for (const test of tests) results.push(...(await this.rerun(batch, [test])));
      return results;
    }
  }
}

function compareRuns(
  result: BatchResult,
  row: number,
  test: PlannedTest,
  digest: string,
  second: SecondRun,
): BatchResult {
  if ('lost' in second) {
    const incident: Incident = { first: result.first + row, tests: 1, cause: second.lost };
    return { ...result, incidents: [...(result.incidents ?? []), incident] };
  }
  if (second.digest === digest) return result;
  return withFailure(result, row, test, `${digest}, then ${second.digest}`);
}

function withFailure(result: BatchResult, row: number, test: PlannedTest, digests: string): BatchResult {
  const failureIndex = result.outcomes.subarray(0, row).filter((outcome) => outcome !== 0).length;
  const hasFailed = result.outcomes[row] !== 0;
  const failure: Failure = {
    violations: [],
    ...(hasFailed ? result.failures[failureIndex]! : {}),
    test,
    outcome: 'failed',
    signature: `${NONDETERMINISM} ${test.sequence}`,
    rule: NONDETERMINISM,
    waves: result.waves[row]!,
    summary: 'A second run on another worker produced a different result.',
    message: `A second run on another worker produced a different result: digest ${digests}`,
  };
  const outcomes = result.outcomes.slice();
  outcomes[row] = OUTCOMES.indexOf('failed');
  return {
    ...result,
    outcomes,
    failures: result.failures.toSpliced(failureIndex, hasFailed ? 1 : 0, failure),
  };
}
