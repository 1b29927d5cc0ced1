import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { greatestOf } from '../../arch/index.js';
import { aloneFile, causeOf, failureFolder, isOfCommand } from '../../base/basics/index.js';
import {
  type RunReport,
  readTriage,
  type TriageFindings,
  writeLogged,
  writeTriage,
} from '../../harness/run-directory/index.js';
import { testId } from '../../harness/selection/index.js';
import type { ObservedKinds, Separation } from '../../harness/triage-findings/index.js';
import { scenarioToJson } from '../../transactions/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import { groupsOfRun } from '../groups/groups-of-run.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import type { ShrinkOptions } from '../shrink/shrink.js';
import { readFailure } from '../stored/stored-failure.js';
import { deviceBugs, type StoredCase } from './device-bugs.js';
import { type Example, jobsOf, type ShrinkJob, shrinkJob } from './shrink-jobs.js';

/** Triage's progress. */
export interface TriageStep {
  /** The failure group's signature, and its number among how many. */
  readonly group: string;
  readonly index: number;
  readonly groups: number;
  /** Size of the smallest form so far; absent while testing whether the group is one bug. */
  readonly size?: ScenarioSize;
  readonly secondsLeft: number;
}

/** Limits and callbacks of triage. */
export interface TriageOptions {
  readonly budgetMs: number;
  /** Ends it like the end of the budget. */
  readonly signal?: AbortSignal;
  readonly onStep?: (step: TriageStep) => void;
  /** Called with a line for each failure that could not be triaged. */
  readonly onLost?: (line: string) => void;
}

/** Maximum budget for one failure, unless time does not matter. */
const EXAMPLE_MS_MAX = 20_000;
/** Budget share for finding device bugs; the rest is for shrinking. */
const SEPARATION_SHARE = 0.4;
/** A group's failures to rerun for that, those that fired different rules first. */
const RUN_AGAIN = 8;

/**
 * Separates bugs and shrinks failures until the budget is spent: first, reruns failures without the device's faults; then shrinks
 * failures, one of each group before the second of any, in equal shares of the remaining budget. Writes `triage.json` to the run
 * directory, and scenarios beside the failures. Throws `InfrastructureError` if the disk is full.
 */
export async function triage(report: RunReport, options: TriageOptions): Promise<void> {
  const { outDir } = report.request;
  const began = performance.now();
  const end = began + options.budgetMs;
  const isOver = (): boolean => performance.now() >= end || options.signal?.aborted === true;
  const isLookedFor = began + SEPARATION_SHARE * options.budgetMs;
  const found = readTriage(outDir);
  const separations = [...found.separations];
  const first = groupsToTry(report, { separations, kinds: [] });
  for (const [index, group] of first.entries()) {
    if (isOver()) break;
    let asked = 0;
    // One failure per group is worth more than its share of a small budget.
    const over = (): boolean => isOver() || (asked++ > 0 && performance.now() >= isLookedFor);
    options.onStep?.({ group: group.signature, index, groups: first.length, secondsLeft: left(end) });
    try {
      separations.push(...fresh(deviceBugsOf(outDir, group, over), separations));
    } catch (error) {
      lose(group.signature, error, options);
    }
  }
  const groups = groupsToTry(report, { separations, kinds: [] });
  separations.push(
    ...fresh(
      groups.flatMap(({ shownBy }) => shownBy ?? []),
      separations,
    ),
  );
  const kinds = [...found.kinds];
  writeTriage(outDir, { separations, kinds });
  await shrinkGroups(outDir, groups, { ...options, end, isOver }, (shown) => {
    kinds.push(shown);
    writeTriage(outDir, { separations, kinds });
  });
}

/** A failure that cannot be triaged costs no other its turn. Throws errors of the machine. */
function lose(signature: string, error: unknown, { onLost }: Pick<TriageOptions, 'onLost'>): void {
  if (isOfCommand(error)) throw error;
  onLost?.(`${signature}: ${causeOf(error)}`);
}

async function shrunkOrLost(
  signature: string,
  job: ShrinkJob,
  options: ShrinkOptions & Pick<TriageOptions, 'onLost'>,
): Promise<ObservedKinds | undefined> {
  try {
    return await shrinkJob(job, options);
  } catch (error) {
    lose(signature, error, options);
    return undefined;
  }
}

interface Within extends TriageOptions {
  /** End of the budget, by `performance.now`. */
  readonly end: number;
  readonly isOver: () => boolean;
}

/** A test that crashed its worker would crash this process too. */
function groupsToTry({ tally }: RunReport, found: TriageFindings): FailureGroup[] {
  return groupsOfRun({ tally, ...found }).filter(({ rule }) => rule !== 'error');
}

function fresh(found: readonly Separation[], known: readonly Separation[]): Separation[] {
  return found
    .filter(({ cause, other }) => !known.some((pair) => pair.cause === cause && pair.other === other))
    .map(({ cause, other, signature, test }) => ({ cause, other, signature, test }));
}

function left(end: number): number {
  return Math.max(0, end - performance.now()) / 1000;
}

/** A group's device bugs, each stored alone if seen alone. */
function deviceBugsOf(directory: string, group: FailureGroup, isOver: () => boolean): Separation[] {
  const cases = differentFirst(examplesOf(group)).flatMap((example) => storedCase(directory, example) ?? []);
  return deviceBugs(cases, isOver).map(({ cause, other, seenIn: { signature, test }, alone }) => {
    const file = join(directory, failureFolder(signature, test), aloneFile(other));
    if (alone !== undefined && !existsSync(file)) writeLogged(file, scenarioToJson(alone));
    return { cause, other, signature, test };
  });
}

function storedCase(directory: string, { bucket: { signature }, failure }: Example): StoredCase | undefined {
  const test = testId(failure.test);
  const scenario = readFailure(directory, signature, test)?.scenario;
  return scenario && { scenario, fired: failure.fired ?? [], signature, test };
}

/** A few failures: one for each set of fired rules, then more, fewest waves first. */
function differentFirst(examples: readonly Example[]): Example[] {
  const bySize = [...examples].sort((a, b) => a.failure.waves - b.failure.waves);
  const firstOf = new Map<string, Example>();
  for (const example of bySize) {
    const fired = (example.failure.fired ?? []).join();
    if (!firstOf.has(fired)) firstOf.set(fired, example);
  }
  const first = [...firstOf.values()];
  return [...first, ...bySize.filter((example) => !first.includes(example))].slice(0, RUN_AGAIN);
}

/** A group's stored failures, the first of each bucket before the second of any. */
function examplesOf({ buckets }: FailureGroup): Example[] {
  const longest = greatestOf(
    buckets.map(({ examples }) => examples.length),
    0,
  );
  return Array.from({ length: longest }, (_, place) => place).flatMap((place) =>
    buckets.flatMap((bucket) => {
      const failure = bucket.examples[place];
      return failure === undefined ? [] : [{ bucket, failure }];
    }),
  );
}

/** Shrinks one failure of each group, then the second of each, in equal shares of the remaining time. */
async function shrinkGroups(
  directory: string,
  groups: readonly FailureGroup[],
  { end, isOver, signal, onStep, onLost }: Within,
  onShown: (shown: ObservedKinds) => void,
): Promise<void> {
  const lists = groups.map((group) => ({
    signature: group.signature,
    jobs: jobsOf(directory, group, examplesOf(group)),
  }));
  const rounds = greatestOf(
    lists.map(({ jobs }) => jobs.length),
    0,
  );
  for (let round = 0; round < rounds; round++) {
    for (const [index, { signature, jobs }] of lists.entries()) {
      const job = jobs[round];
      if (isOver()) return;
      if (job === undefined) continue;
      const others = lists.slice(index + 1).filter((list) => list.jobs[round] !== undefined).length;
      const share = (1000 * left(end)) / (others + 1);
      const shown = await shrunkOrLost(signature, job, {
        ...(onLost === undefined ? {} : { onLost }),
        budgetMs: end === Infinity ? Infinity : Math.min(share, EXAMPLE_MS_MAX),
        onStep: ({ size }) =>
          onStep?.({ group: signature, index, groups: lists.length, size, secondsLeft: left(end) }),
        ...(signal === undefined ? {} : { signal }),
      });
      if (shown !== undefined) onShown(shown);
    }
  }
}
