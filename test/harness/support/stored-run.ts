import { join } from 'node:path';
import { type CoverageData, createEmptyCoverage } from '../../../coverage/index.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import type { FailureSummary } from '../../../harness/one-test/one-test.js';
import { OUTCOMES } from '../../../harness/records/finding.js';
import type { RunEnd } from '../../../harness/run-directory/run-event.js';
import { createManifest } from '../../../harness/run-directory/run-request.js';
import type { PlannedTest } from '../../../harness/selection/plan.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { makeEmptyResult } from '../../../harness/workers/batch-result.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { RunStore } from '../../../runs/run/run-store.js';
import type { FaultId } from '../../../transactions/index.js';

/** The properties of a run that tests can vary. Everything else is fixed. */
export interface StoredRun {
  readonly day: number;
  readonly tests: number;
  /** The wave count of each bucket's only failure, keyed by the bucket's signature. */
  readonly failures: Readonly<Record<string, number>>;
  /** The rules and units that fired in each failure, causes first, keyed by signature; defaults to none. */
  readonly fired?: Readonly<Record<string, readonly string[]>>;
  readonly end: RunEnd;
  readonly seconds: number;
  readonly glob?: string;
  /** The injected faults; defaults to none. */
  readonly faults?: readonly FaultId[];
  /** The id of an earlier run, if this run repeats the first tests of that run. */
  readonly rerunOf?: string;
  /** The coverage of the run's tests; defaults to none. */
  readonly coverage?: CoverageData;
}

/** Writes a run directory like a real run's, without running any tests. */
export function writeRun(folder: string, name: string, run: StoredRun): void {
  const { day, tests, end, seconds, glob, rerunOf, coverage, faults = [] } = run;
  const request = {
    runId: name,
    suite: 'smoke',
    seed: readSeed(`0x${day}`),
    overrides: { ...NO_OVERRIDES, faults },
    count: tests,
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
    workers: 2,
    outDir: join(folder, name),
    ...(glob === undefined ? {} : { glob }),
    ...(rerunOf === undefined
      ? {}
      : { list: makeTests(tests), again: { directory: join(folder, rerunOf), runId: rerunOf } }),
  };
  const startedAt = `2026-11-0${day}T03:00:00.000Z`;
  const store = RunStore.create(request.outDir, { ...createManifest(request), startedAt });
  const failures = Object.entries(run.failures).map(([signature, waves], index) => ({
    ...makeFailure(signature, waves, index),
    ...(run.fired?.[signature] === undefined ? {} : { fired: run.fired[signature] }),
  }));
  const outcomes = Uint8Array.from({ length: tests }, (_, row) =>
    row < failures.length ? OUTCOMES.indexOf('failed') : OUTCOMES.indexOf('passed'),
  );
  store.logCopied(
    {
      ...makeEmptyResult(0),
      outcomes,
      chips: new Uint8Array(tests),
      waves: new Uint32Array(tests).fill(10),
      cycles: new Float64Array(tests),
      instructions: new Float64Array(tests),
      failures,
      ...(coverage === undefined ? {} : { coverage }),
    },
    seconds * 1000,
    {},
  );
  store.finish(
    { event: 'ended', tests, by: end, seconds, kept: 0, workers: 2 },
    coverage ?? createEmptyCoverage(),
  );
  store.release();
}

function makeTests(tests: number): PlannedTest[] {
  return Array.from({ length: tests }, (_, index) => ({ sequence: 'rmw_buffer', index, seed: `0x${index}` }));
}

function makeFailure(signature: string, waves: number, index: number): FailureSummary {
  return {
    test: { sequence: 'rmw_buffer', index, seed: `0x${waves}` },
    outcome: 'failed',
    signature,
    rule: signature.split(' ', 1)[0]!,
    waves,
    summary: 'seen',
  };
}
