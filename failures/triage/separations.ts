import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findMax } from '../../arch/index.js';
import { getFailureFolder, getIsolatedCaseFile } from '../../base/basics/index.js';
import { writeAndLogHash } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import type { Separation } from '../../harness/triage-findings/index.js';
import { encodeScenario } from '../../transactions/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { readFailure } from '../stored/stored-failure.js';
import type { FoundBug } from './case-job.js';
import type { CaseRunner, CaseWatch } from './case-runner.js';
import { type FailingScenario, mayShowDeviceBug } from './device-bugs.js';
import type { Example } from './shrink-jobs.js';

/** A stored failure that may be evidence of a device bug. */
interface StoredCase extends FailingScenario {
  /** The index of its group. */
  readonly group: number;
  readonly signature: string;
  readonly test: string;
}

/** A device bug and the failure in which it was found. */
interface ObservedBug extends FoundBug {
  readonly observedIn: Pick<StoredCase, 'group' | 'signature' | 'test'>;
}

/**
 * The maximum number of failures per group to rerun in search of device bugs. One failure per distinct set of fired
 * rules is tried first.
 */
const MAX_RERUNS = 8;

/**
 * When to stop. Once `isLate` returns true, each remaining group still gets one rerun, even if that exceeds the
 * search's share of the budget.
 */
interface Limits {
  readonly isOver: () => boolean;
  readonly isLate: () => boolean;
}

/** Yields up to `MAX_RERUNS` failures per group that may show a device bug. Calls `onGroup` with each group's index. */
export function* findCasesToRerun(
  directory: string,
  groups: readonly FailureGroup[],
  { isOver: isOutOfTime, isLate: isRunningLate }: Limits,
  onGroup: (index: number) => void,
): Generator<StoredCase> {
  for (const [index, group] of groups.entries()) {
    if (isOutOfTime()) return;
    onGroup(index);
    let yielded = 0;
    for (const { bucket, failure } of sortDistinctFirst(listExamples(group))) {
      if (isOutOfTime() || (yielded > 0 && isRunningLate())) break;
      const { signature } = bucket;
      const test = formatTestId(failure.test);
      const scenario = readFailure(directory, signature, test)?.scenario;
      if (scenario === undefined || !mayShowDeviceBug(scenario)) continue;
      yielded++;
      yield { group: index, signature, test, scenario, fired: failure.fired ?? [] };
    }
  }
}

/** Looks for a device bug in a failure. Returns undefined if there is no sign of one. */
export async function findDeviceBug(
  { scenario, fired, ...observedIn }: StoredCase,
  runner: CaseRunner,
  { signal }: Pick<CaseWatch, 'signal'>,
): Promise<ObservedBug | undefined> {
  const job = { kind: 'apart', scenario: encodeScenario(scenario), fired } as const;
  const { apart: found } = await runner.run(job, signal === undefined ? {} : { signal });
  return found && { ...found, observedIn };
}

/** Converts bugs to separations. Stores the scenario of each bug that was reproduced in isolation. */
export function toSeparations(directory: string, bugs: readonly ObservedBug[]): Separation[] {
  const byPair = new Map<string, ObservedBug>();
  for (const bug of bugs) {
    const pair = `${bug.observedIn.group} ${bug.cause} ${bug.other}`;
    const prior = byPair.get(pair);
    if (prior === undefined || (prior.alone === undefined && bug.alone !== undefined)) byPair.set(pair, bug);
  }
  return [...byPair.values()].map(({ cause, other, observedIn: { signature, test }, alone: isolated }) => {
    const file = join(directory, getFailureFolder(signature, test), getIsolatedCaseFile(other));
    if (isolated !== undefined && !existsSync(file)) writeAndLogHash(file, isolated);
    return { cause, other, signature, test };
  });
}

/** Returns up to `MAX_RERUNS` failures: one for each set of fired rules, then others, both in order of wave count. */
function sortDistinctFirst(examples: readonly Example[]): Example[] {
  const bySize = [...examples].sort((a, b) => a.failure.waves - b.failure.waves);
  const firstByRules = new Map<string, Example>();
  for (const example of bySize) {
    const fired = (example.failure.fired ?? []).join();
    if (!firstByRules.has(fired)) firstByRules.set(fired, example);
  }
  const firstOfEach = [...firstByRules.values()];
  return [...firstOfEach, ...bySize.filter((example) => !firstOfEach.includes(example))].slice(0, MAX_RERUNS);
}

/** Returns a group's stored failures: the first of each bucket, then the second of each, and so on. */
export function listExamples({ buckets }: FailureGroup): Example[] {
  const maxExamples = findMax(
    buckets.map(({ examples }) => examples.length),
    0,
  );
  return Array.from({ length: maxExamples }, (_, index) => index).flatMap((index) =>
    buckets.flatMap((bucket) => {
      const failure = bucket.examples[index];
      return failure === undefined ? [] : [{ bucket, failure }];
    }),
  );
}
