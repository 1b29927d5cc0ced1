import { type Batch, type BatchResult, type Failure, NO_CHIP } from './batch.js';
import { emptyCheckCounts } from './check-counts.js';
import { errorFinding, OUTCOMES } from './finding.js';
import type { BatchRunner } from './pool.js';

/**
 * Runs a batch to its end even when a test takes the worker down: the batch is then repeated one test at a time,
 * and the tests that do it again become `error` outcomes. Returns the parts in plan order.
 */
export async function runIsolated(runner: BatchRunner, batch: Batch): Promise<BatchResult[]> {
  try {
    return [await runner.run(batch)];
  } catch (error) {
    if (runner.closed) throw error;
    if (batch.tests.length === 1) return [lostTest(batch, error)];
    const parts: BatchResult[] = [];
    for (const [offset, test] of batch.tests.entries()) {
      const single = { ...batch, first: batch.first + offset, tests: [test] };
      parts.push(...(await runIsolated(runner, single)));
    }
    return parts;
  }
}

function lostTest(batch: Batch, error: unknown): BatchResult {
  const finding = errorFinding(error);
  const message = `The worker was lost: ${error instanceof Error ? error.message : String(error)}`;
  const failure: Failure = { test: batch.tests[0]!, ...finding, violations: [], waves: 0, message };
  return {
    first: batch.first,
    outcomes: Uint8Array.of(OUTCOMES.indexOf('error')),
    chips: Uint8Array.of(NO_CHIP),
    waves: new Uint32Array(1),
    cycles: new Float64Array(1),
    instructions: new Float64Array(1),
    failures: [failure],
    rules: {},
    checks: emptyCheckCounts(),
    milliseconds: 0,
  };
}
