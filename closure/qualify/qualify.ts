import { readSeed } from '../../harness/basics/index.js';
import { builtFile } from '../../harness/built/index.js';
import {
  findSuite,
  NO_OVERRIDES,
  type PlannedTest,
  planTests,
  selectSequences,
} from '../../harness/selection/index.js';
import { runInOrder } from '../../harness/workers/index.js';
import type { FaultId } from '../../transactions/index.js';
import type { KillRow } from './kill-matrix.js';
import { type CleanResults, SMOKE_SUITE } from './killers.js';
import type { FaultPlan, FaultVerdict } from './qualify-fault.js';
import type { QualifyTask } from './qualify-worker.js';

/** A request to `qualify`. */
interface QualifyRequest extends Omit<FaultPlan, 'stored'> {
  /** Kill matrix rows whose killers are tried first. If absent, each search starts from scratch. */
  readonly stored?: readonly KillRow[];
  readonly faults: readonly FaultId[];
  /** Minimum number of clean waves to run. */
  readonly cleanWaves: number;
  readonly workers: number;
}

/** Result callbacks, and a signal that stops `qualify` after the current result. */
interface QualifyCallbacks {
  readonly signal?: AbortSignal;
  readonly onFault?: (verdict: FaultVerdict) => void;
  readonly onClean?: (soFar: CleanResults) => void;
}

/** The results for the faults, in the requested order, and for the clean waves. */
export interface Qualification {
  readonly faults: readonly FaultVerdict[];
  readonly clean: CleanResults;
  readonly interrupted: boolean;
}

const CLEAN_TESTS_PER_TASK = 5;

/**
 * Injects each fault in turn, then runs clean waves. The number of workers affects only timings and how far tests are
 * shrunk.
 */
export async function qualify(request: QualifyRequest, watch: QualifyCallbacks = {}): Promise<Qualification> {
  const isStopped = (): boolean => watch.signal?.aborted ?? false;
  const faults: FaultVerdict[] = [];
  for await (const verdict of runInPool<FaultVerdict>(createFaultTasks(request), request)) {
    faults.push(verdict);
    watch.onFault?.(verdict);
    if (isStopped()) break;
  }
  let clean: CleanResults = { tests: 0, waves: 0, failures: [] };
  if (!isStopped() && request.cleanWaves > 0) {
    for await (const result of runInPool<CleanResults>(generateCleanTasks(request), request)) {
      clean = addCleanWaves(clean, result);
      watch.onClean?.(clean);
      if (isStopped() || clean.waves >= request.cleanWaves) break;
    }
  }
  return { faults, clean, interrupted: isStopped() };
}

function runInPool<Result>(
  tasks: Iterable<QualifyTask>,
  { workers }: Pick<QualifyRequest, 'workers'>,
): AsyncGenerator<Result> {
  return runInOrder<QualifyTask, Result>(builtFile('closure/qualify/qualify-worker.js'), tasks, workers);
}

function createFaultTasks({ faults, seed, count, shrinkMs, stored = [] }: QualifyRequest): QualifyTask[] {
  return faults.map((id) => {
    const row = stored.find(({ id: fault }) => fault === id);
    return { kind: 'fault', id, plan: { seed, count, shrinkMs, ...(row && { stored: row }) } };
  });
}

function* generateCleanTasks({ seed }: QualifyRequest): Generator<QualifyTask, never> {
  const plan = planTests(readSeed(seed), selectSequences(findSuite(SMOKE_SUITE), undefined, NO_OVERRIDES));
  for (;;) {
    const tests = Array.from({ length: CLEAN_TESTS_PER_TASK }, (): PlannedTest => plan.next().value);
    yield { kind: 'clean', tests };
  }
}

function addCleanWaves(a: CleanResults, b: CleanResults): CleanResults {
  return { tests: a.tests + b.tests, waves: a.waves + b.waves, failures: [...a.failures, ...b.failures] };
}
