import { openCorpus, type PlannedTest, planPart, type RunRequest, runBatch } from '../../regression/index.js';
import { countsAsFinding, type FaultId } from '../../transactions/index.js';
import { timedByProcessor } from '../harness.js';
import { requestOf } from '../steering/growth.js';

/** What a run with a fault cost until a rule saw it. */
export interface FoundFault {
  readonly fault: FaultId;
  /** Tests up to the first that shows the fault, or all that fitted into the limit. */
  readonly tests: number;
  /** Processor time of these tests, all threads of the engine included. */
  readonly seconds: number;
  /** The first rule that saw it; undefined where none did within the limit. */
  readonly rule?: string;
}

const corpus = openCorpus();

/**
 * Runs tests of `nightly`, drawn with a root seed as `run nightly --fault` draws them, one after another in this process until one fires
 * a rule of the fault's classes, warnings included, that it does not fire without the fault; or until `limit` processor seconds are over.
 */
export function timeToFind(fault: FaultId, seed: string, limit: number): FoundFault {
  const request = nightly(seed, fault);
  const correct = nightly(seed);
  const plan = planPart(request).tests();
  let seconds = 0;
  let tests = 0;
  while (seconds < limit) {
    const test = plan.next().value as PlannedTest;
    const run = timedByProcessor(() => firedBy(request, test));
    seconds += run.seconds;
    tests++;
    const seen = run.value.filter((rule) => countsAsFinding(fault, rule));
    const alone = seen.length === 0 ? [] : firedBy(correct, test);
    const rule = seen.find((fired) => !alone.includes(fired));
    if (rule !== undefined) return { fault, tests, seconds, rule };
  }
  return { fault, tests, seconds };
}

/** Runs correct tests, so that the engine has compiled what it compiles in the first minute of a night. */
export function warmUp(seed: string, tests: number): void {
  const request = nightly(seed);
  const plan = planPart(request).tests();
  for (let test = 0; test < tests; test++) firedBy(request, plan.next().value as PlannedTest);
}

function nightly(seed: string, fault?: FaultId): RunRequest {
  const trial = { suite: 'nightly', seed, steer: false, tests: Number.POSITIVE_INFINITY };
  return requestOf(fault === undefined ? trial : { ...trial, fault });
}

/** Rules that a test fires, with coverage sampled, as in a run. */
function firedBy({ suite, overrides }: RunRequest, test: PlannedTest): string[] {
  const batch = { first: 0, tests: [test], overrides, suite, coverageRun: 'fault-times' };
  const { rules, failures } = runBatch(batch, corpus);
  const fired = Object.entries(rules).filter(([, counts]) => (counts?.fired ?? 0) > 0);
  return [...fired.map(([rule]) => rule), ...failures.map(({ rule }) => rule)];
}
