import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAILURE_FILES, getFailureFolder, getIsolatedCaseFile } from '../../harness/basics/index.js';
import { writeAndLogHash } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import type { ObservedKinds, Separation } from '../../harness/triage-findings/index.js';
import { encodeScenario, type RuleId, type Scenario } from '../../transactions/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { type Example, listExamples } from '../groups/run-groups.js';
import { readFailure, readScenarioFile } from '../stored/stored-failure.js';
import { storeExplanation } from '../why/why-text.js';
import {
  type CaseRunner,
  type CaseWatch,
  type FailingScenario,
  type FoundBug,
  mayShowDeviceBug,
} from './case-job.js';

export interface ShrinkJob {
  /** The file that the smaller case is written to. */
  readonly file: string;
  /** Reads the scenario, or returns undefined if there is nothing to shrink or it has already been shrunk. */
  readonly scenario: () => Scenario | undefined;
  /** The failure being shrunk. Undefined for a bug that was found alongside another. */
  readonly failure?: { readonly signature: string; readonly test: string };
  /** If present, smaller cases must fire an error in this rule's family rather than match the failure's signature. */
  readonly other?: RuleId;
}

/** The maximum number of failures to shrink per bucket, to find out whether they have the same cause. */
const MAX_EXAMPLES = 4;

/**
 * Returns the shrink jobs for a group: one for each of up to `MAX_EXAMPLES` failures per bucket or, for a bug found
 * alongside another, one for the failure that revealed it.
 */
export function makeJobs(directory: string, group: FailureGroup, examples: readonly Example[]): ShrinkJob[] {
  const { maskedBy } = group;
  if (maskedBy === undefined) {
    return examples
      .filter(({ bucket, failure }) => bucket.examples.indexOf(failure) < MAX_EXAMPLES)
      .map((example) => makeFailureJob(directory, example));
  }
  const { signature, test, other } = maskedBy;
  const file = join(directory, getFailureFolder(signature, test), getIsolatedCaseFile(other));
  const scenario = (): Scenario | undefined =>
    readScenarioFile(file) ?? readFailure(directory, signature, test)?.scenario;
  return [{ file, scenario, other }];
}

function makeFailureJob(directory: string, { bucket: { signature }, failure }: Example): ShrinkJob {
  const test = formatTestId(failure.test);
  const file = join(directory, getFailureFolder(signature, test), FAILURE_FILES.shrunk);
  return {
    file,
    failure: { signature, test },
    scenario: () => (existsSync(file) ? undefined : readFailure(directory, signature, test)?.scenario),
  };
}

/**
 * Shrinks a failure and writes the smaller case to its file. Returns the kinds of violation found, or undefined if
 * there is nothing to shrink, if the search was cut short, or for a bug found alongside another.
 */
export async function runShrinkJob(
  { file, failure, scenario, other }: ShrinkJob,
  budgetMs: number,
  runner: CaseRunner,
  watch: CaseWatch,
): Promise<ObservedKinds | undefined> {
  const original = scenario();
  if (original === undefined) return undefined;
  const job = { kind: 'shrink', scenario: encodeScenario(original), budgetMs } as const;
  const { smallest } = await runner.run(other === undefined ? job : { ...job, other }, watch);
  if (smallest === undefined) return undefined;
  const { kinds, why } = smallest;
  writeAndLogHash(file, smallest.scenario);
  watch.onStep?.(smallest);
  if (why !== undefined) storeExplanation(dirname(file), why);
  return failure === undefined || kinds === undefined ? undefined : { ...failure, kinds };
}

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
