import { findMin } from '../../arch/index.js';
import {
  type ReplayResult,
  replayScenario,
  runScenarioTest,
  type TracedLine,
  TraceLines,
} from '../../harness/one-test/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { Overrides } from '../../harness/selection/index.js';
import type { RuleId, Scenario, Schedule, ScheduleDecision, Transaction } from '../../transactions/index.js';
import { type ReplaySource, resolveReplay } from '../stored/replay-source.js';
import { formatEvent } from '../timeline/events.js';

/** The part of the two runs to compare. */
export interface TraceScope {
  readonly breakOn?: RuleId | undefined;
  readonly waves?: readonly number[] | undefined;
  readonly lastCycle?: number | undefined;
}

export interface ComparedRun {
  readonly result: ReplayResult;
  /** The command that replays it. */
  readonly repro: string;
  /** Whether the run used the first run's choices instead of its own. */
  readonly sharesChoices: boolean;
  readonly transactions: readonly TracedLine[];
}

/**
 * Returns the other test, with the requested chip and knobs but not the requested faults, so naming the same test twice
 * compares a faulty device with a correct one.
 */
export function resolveOtherTest(name: string, overrides: Overrides): ReplaySource {
  return resolveReplay(name, { ...overrides, faults: [] }, openCorpus());
}

/**
 * Runs the other test and traces the same part that was traced in the first. Two tests with the same schedule would
 * diverge at the first choice that only one of them makes, so the second uses the first one's choices, matched by
 * event. If `breakOn` ends the first run's trace, the other trace ends at the same cycle.
 */
export function runComparison(
  { scenario: original, repro }: ReplaySource,
  { breakOn, waves, lastCycle = Infinity }: TraceScope,
  first: Pick<ReplayResult, 'verdict' | 'scenario'>,
  options: { readonly until?: number | undefined; readonly beforeRun: () => void },
): ComparedRun {
  const sharesChoices = isSameSchedule(original.schedule, first.scenario.schedule);
  const scenario = sharesChoices
    ? { ...original, schedule: recordChoices(first.scenario, options.beforeRun) }
    : original;
  const lines = new TraceLines();
  const breakCycle = first.verdict.violations.find(({ rule }) => rule === breakOn)?.cycle ?? Infinity;
  const { run, ...result } = replayScenario(scenario, {
    ...options,
    waves,
    trace: lines.sinkUpTo(Math.min(lastCycle, breakCycle)),
  });
  const { choices: _, ...rest } = run;
  return { result: { ...result, run: rest }, repro, sharesChoices, transactions: lines.entries };
}

/**
 * Returns whether two schedules make the same choices. Returns false for decision schedules, since those are already
 * bound to events.
 */
function isSameSchedule(a: Schedule, b: Schedule): boolean {
  return a.strategy !== 'decisions' && JSON.stringify(a) === JSON.stringify(b);
}

function recordChoices(scenario: Scenario, beforeRun: () => void): Schedule {
  const decisions: ScheduleDecision[] = [];
  beforeRun();
  runScenarioTest(scenario, { onChoice: ({ decision }) => decision && decisions.push(decision) });
  return { strategy: 'decisions', decisions };
}

/** Where two runs first differ. */
export interface FirstDifference {
  /** The cycle of the earlier of the two events. */
  readonly cycle: number;
  /** This run's first event that does not occur in the same cycle of the other run. */
  readonly here?: string;
  /** The other run's first event that does not occur in the same cycle of this run. */
  readonly there?: string;
}

/** Returns where two streams first differ, or undefined if every cycle has the same events in both, in any order. */
export function findFirstDifference(
  own: readonly TracedLine[],
  other: readonly TracedLine[],
): FirstDifference | undefined {
  const getLines = (lines: readonly TracedLine[]): string[] => lines.map(({ line }) => line);
  const [ours, theirs] = [getLines(own), getLines(other)];
  const here = own[findMin(findMissingLines(theirs, ours))];
  const there = other[findMin(findMissingLines(ours, theirs))];
  if (here === undefined && there === undefined) return undefined;
  return {
    cycle: Math.min(here?.cycle ?? Infinity, there?.cycle ?? Infinity),
    ...(here === undefined ? {} : { here: describeLine(here) }),
    ...(there === undefined ? {} : { there: describeLine(there) }),
  };
}

function describeLine({ cycle, line }: TracedLine): string {
  return `cycle ${cycle}: ${formatEvent(JSON.parse(line) as Transaction)}`;
}

/**
 * Returns the indices of the lines in `own` that are missing from `other`, regardless of order. If a line is repeated,
 * only the occurrences beyond those in `other` count as missing.
 */
function findMissingLines(other: readonly string[], own: readonly string[]): ReadonlySet<number> {
  const unmatched = new Map<string, number>();
  for (const line of other) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  const missing = new Set<number>();
  own.forEach((line, index) => {
    const count = unmatched.get(line) ?? 0;
    if (count === 0) missing.add(index);
    else unmatched.set(line, count - 1);
  });
  return missing;
}
