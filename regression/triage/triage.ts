import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { greatestOf } from '../../arch/index.js';
import { RULE_IDS, type RuleId, scenarioToJson } from '../../transactions/index.js';
import { aloneFile, FAILURE_FILES, failureFolder } from '../basics/run-files.js';
import { writeWhole } from '../basics/write-whole.js';
import { testId } from '../records/test-name.js';
import { type FailureGroup, familyOf, groupFailures, isOfFamily, ruleOf } from '../run/failure-groups.js';
import type { RunReport } from '../run/run-request.js';
import type { Separation } from '../run/separation.js';
import type { Bucket, FailureExample } from '../run/tally.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import { shrinkScenario } from '../shrink/shrink.js';
import { readFailure } from '../stored/stored-failure.js';
import { keepWhy } from '../why/why-files.js';
import { shownAlone } from './separate-bugs.js';
import { readTriage, writeTriage } from './triage-file.js';

/** How far triage is. */
export interface TriageStep {
  /** Signature of the failure group, and which of how many it is. */
  readonly group: string;
  readonly index: number;
  readonly groups: number;
  /** Of the smallest form so far; absent while it is tried whether the group is one bug. */
  readonly size?: ScenarioSize;
  readonly secondsLeft: number;
}

/** How long triage may take, and who watches. */
export interface TriageOptions {
  readonly budgetMs: number;
  /** Ends it as the end of the budget does. */
  readonly signal?: AbortSignal;
  readonly onStep?: (step: TriageStep) => void;
}

/** Failures of a bucket that are shrunk to see whether they are one bug. */
const EXAMPLES_MAX = 4;
/** The most that one failure gets of the budget. */
const EXAMPLE_MS_MAX = 10_000;
/** Share of the budget in which it is tried whether groups are one bug each; the rest shrinks. */
const SEPARATION_SHARE = 0.4;
/** The most that one pair of rules gets of it. */
const PAIR_MS_MAX = 4000;
/** What may be spent on why a shrunk failure happens: some hundred runs of a small case, about half a second. */
const WHY_WORK = 200_000;
/** Failures in which a rule has to fire before it is looked at as a bug of its own, and their share of the group. */
const SECOND_MIN = 2;
const SECOND_SHARE = 0.05;
/** It follows from every bug that breaks the order of memory accesses, and is never tried as one of its own. */
const CONSEQUENCE: RuleId = 'ORD-03';

interface Example {
  readonly bucket: Bucket;
  readonly failure: FailureExample;
}

/**
 * Tells bugs apart and makes failures small, until the budget is over: first rules that fire together are tried alone, then each
 * group's failures are shrunk, one of each group before the second of any, with equal shares of what is left. Leaves
 * `triage.json` in the run directory, and scenarios beside the failures. Throws `InfrastructureError` when the disk takes no more.
 */
export async function triage(report: RunReport, options: TriageOptions): Promise<void> {
  const { request } = report;
  const began = performance.now();
  const end = began + options.budgetMs;
  const isOver = (): boolean => performance.now() >= end || options.signal?.aborted === true;
  const separations = [...readTriage(request.outDir)];
  const within = { ...options, end, separationEnd: began + SEPARATION_SHARE * options.budgetMs, isOver };
  const first = groupsToTry(report, separations);
  for (const [index, group] of first.entries()) {
    const tell = (): void =>
      options.onStep?.({ group: group.signature, index, groups: first.length, secondsLeft: left(end) });
    separations.push(...(await separated(report, group, separations, { ...within, tell })));
  }
  if (separations.length > 0) writeTriage(request.outDir, separations);
  const groups = groupsToTry(report, separations).filter(({ shownBy }) => shownBy === undefined);
  await shrinkGroups(request.outDir, groups, within);
}

interface Within extends TriageOptions {
  /** When the budget is over, by `performance.now`. */
  readonly end: number;
  /** When no more rules are tried alone. */
  readonly separationEnd: number;
  readonly isOver: () => boolean;
}

/** A test that took its worker down would take this process down too. */
function groupsToTry({ tally }: RunReport, separations: readonly Separation[]): FailureGroup[] {
  return groupFailures(tally.buckets.values(), separations).filter(({ rule }) => rule !== 'error');
}

function left(end: number): number {
  return Math.max(0, end - performance.now()) / 1000;
}

/** Rules of the group that come from other bugs than its cause. */
async function separated(
  { request }: RunReport,
  group: FailureGroup,
  known: readonly Separation[],
  { separationEnd, isOver, signal, tell }: Within & { readonly tell: () => void },
): Promise<Separation[]> {
  const cause = ruleIn(group.rule);
  if (cause === undefined || cause === CONSEQUENCE) return [];
  const found: Separation[] = [];
  const examples = examplesOf(group).sort((a, b) => a.failure.waves - b.failure.waves);
  for (const other of secondRules(group, cause)) {
    const mayTake = Math.min(PAIR_MS_MAX, separationEnd - performance.now());
    if (mayTake <= 0 || isOver()) return found;
    if (known.some((pair) => pair.cause === cause && pair.other === other)) continue;
    tell();
    const failures = stored(request.outDir, examples, other);
    const alone = await shownAlone(failures, cause, other, {
      budgetMs: mayTake,
      ...(signal === undefined ? {} : { signal }),
    });
    const shown = failures.find(({ fired }) => fired.some((error) => isOfFamily(error, other)));
    if (alone === undefined || shown === undefined) continue;
    const { signature, test } = shown;
    writeWhole(join(request.outDir, failureFolder(signature, test), aloneFile(other)), scenarioToJson(alone));
    found.push({ cause, other, signature, test });
  }
  return found;
}

/** Rules that fired in several failures of a group without being its cause, one of each family, most frequent first. */
function secondRules({ buckets, count }: FailureGroup, cause: RuleId): RuleId[] {
  const counts = new Map<string, { rule: RuleId; failures: number }>();
  for (const { causes } of buckets) {
    for (const [fired, failures] of causes) {
      const families = new Map(fired.split(', ').map((error) => [familyOf(ruleOf(error)), ruleOf(error)]));
      for (const [family, name] of families) {
        const rule = ruleIn(name);
        if (rule === undefined || rule === CONSEQUENCE || family === familyOf(cause)) continue;
        counts.set(family, { rule, failures: failures + (counts.get(family)?.failures ?? 0) });
      }
    }
  }
  return [...counts.values()]
    .filter(({ failures }) => failures >= Math.max(SECOND_MIN, SECOND_SHARE * count))
    .sort((a, b) => b.failures - a.failures || (a.rule < b.rule ? -1 : 1))
    .map(({ rule }) => rule);
}

function ruleIn(name: string): RuleId | undefined {
  return RULE_IDS.find((id) => id === name);
}

/** Stored failures that are read for one pair of rules, half of them with the second rule. */
const READ_MAX = 12;

function stored(directory: string, examples: readonly Example[], other: RuleId) {
  const has = examples.filter(({ failure }) =>
    (failure.fired ?? []).some((error) => isOfFamily(error, other)),
  );
  const lacks = examples.filter((example) => !has.includes(example));
  return [...has.slice(0, READ_MAX / 2), ...lacks.slice(0, READ_MAX / 2)].flatMap(({ bucket, failure }) => {
    const { signature } = bucket;
    const test = testId(failure.test);
    const scenario = readFailure(directory, signature, test)?.scenario;
    return scenario === undefined ? [] : [{ scenario, fired: failure.fired ?? [], signature, test }];
  });
}

/** The failures of a group that are stored, the first of each bucket before the second of any. */
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

/** Shrinks one failure of each group, then the second of each, in equal shares of the time that is left. */
async function shrinkGroups(
  directory: string,
  groups: readonly FailureGroup[],
  { end, isOver, signal, onStep }: Within,
): Promise<void> {
  const lists = groups.map(({ buckets, ...group }) => ({
    signature: group.signature,
    examples: examplesOf({
      ...group,
      buckets: buckets.map((bucket) => ({ ...bucket, examples: bucket.examples.slice(0, EXAMPLES_MAX) })),
    }),
  }));
  const rounds = greatestOf(
    lists.map(({ examples }) => examples.length),
    0,
  );
  for (let round = 0; round < rounds; round++) {
    for (const [index, { signature, examples }] of lists.entries()) {
      const example = examples[round];
      if (isOver()) return;
      if (example === undefined) continue;
      const others = lists.slice(index + 1).filter((list) => list.examples[round] !== undefined).length;
      const share = (1000 * left(end)) / (others + 1);
      await shrinkExample(directory, example, Math.min(share, EXAMPLE_MS_MAX), signal, (size) =>
        onStep?.({ group: signature, index, groups: lists.length, size, secondsLeft: left(end) }),
      );
    }
  }
}

async function shrinkExample(
  directory: string,
  { bucket: { signature }, failure }: Example,
  budgetMs: number,
  signal: AbortSignal | undefined,
  onSize: (size: ScenarioSize) => void,
): Promise<void> {
  const test = testId(failure.test);
  const file = join(directory, failureFolder(signature, test), FAILURE_FILES.shrunk);
  if (existsSync(file)) return;
  const scenario = readFailure(directory, signature, test)?.scenario;
  if (scenario === undefined) return;
  const result = await shrinkScenario(scenario, {
    budgetMs,
    onStep: ({ size }) => onSize(size),
    ...(signal === undefined ? {} : { signal }),
  });
  if (result === undefined) return;
  writeWhole(file, scenarioToJson(result.scenario));
  if (result.complete) keepWhy(dirname(file), result.scenario, WHY_WORK);
}
