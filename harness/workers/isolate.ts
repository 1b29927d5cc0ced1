import { getErrorMessage, getErrorSummary, getFirstLine } from '../basics/index.js';
import type { Failure } from '../one-test/one-test.js';
import { makeErrorFinding, OUTCOMES } from '../records/finding.js';
import { scenarioHash } from '../selection/plan.js';
import { type Batch, type BatchResult, type Incident, makeEmptyResult, NO_CHIP } from './batch-result.js';
import type { BatchRunner } from './pool.js';

/** The result of an attempt to run a batch, or the error that killed its worker. */
type Attempt = { readonly result: BatchResult } | { readonly error: unknown };

/**
 * Runs a batch to completion. If a test crashes the worker, reruns each test on its own. Tests that crash again are
 * reported with the outcome `error` and their scenarios; if none do, the crash is reported as an incident. Returns the
 * results in plan order.
 */
export async function runIsolated(runner: BatchRunner, batch: Batch): Promise<BatchResult[]> {
  const wholeBatch = await attemptBatch(runner, batch);
  if ('result' in wholeBatch) return [wholeBatch.result];
  const results: BatchResult[] = [];
  let hasRecurred = false;
  for (const [offset, test] of batch.tests.entries()) {
    const single = { ...batch, first: batch.first + offset, tests: [test] };
    const rerun = await attemptBatch(runner, single);
    if ('error' in rerun) hasRecurred = true;
    results.push('result' in rerun ? rerun.result : await reportLostTest(runner, single, rerun.error));
  }
  return hasRecurred ? results : withIncident(results, batch, getErrorSummary(wholeBatch.error));
}

/** Attempts to run a batch. Throws only if the runner has been closed. */
async function attemptBatch(runner: BatchRunner, batch: Batch): Promise<Attempt> {
  try {
    return { result: await runner.run(batch) };
  } catch (error) {
    if (runner.closed) throw error;
    return { error };
  }
}

function withIncident(
  [head, ...others]: BatchResult[],
  { first, tests }: Batch,
  cause: string,
): BatchResult[] {
  const incident: Incident = { first, tests: tests.length, cause };
  return [{ ...head!, incidents: [incident] }, ...others];
}

async function reportLostTest(runner: BatchRunner, batch: Batch, error: unknown): Promise<BatchResult> {
  const finding = makeErrorFinding(error);
  const message = `The worker was lost twice: ${getErrorMessage(error)}`;
  const scenario = await regenerateScenario(runner, batch);
  const failure: Failure = {
    test: batch.tests[0]!,
    ...finding,
    violations: [],
    waves: 0,
    summary: getFirstLine(message),
    message,
    ...(scenario === undefined ? {} : { scenario, hash: scenarioHash(scenario) }),
  };
  return {
    ...makeEmptyResult(batch.first),
    outcomes: Uint8Array.of(OUTCOMES.indexOf('error')),
    chips: Uint8Array.of(NO_CHIP),
    waves: new Uint32Array(1),
    cycles: new Float64Array(1),
    instructions: new Float64Array(1),
    failures: [failure],
    sequences: { [failure.test.sequence]: 1 },
  };
}

/** Generates a lost test's scenario. Returns undefined if the generator itself crashes the worker. */
async function regenerateScenario(runner: BatchRunner, batch: Batch): Promise<Uint8Array | undefined> {
  const generated = await attemptBatch(runner, { ...batch, generateOnly: true });
  return 'result' in generated ? generated.result.scenarios?.[0] : undefined;
}
