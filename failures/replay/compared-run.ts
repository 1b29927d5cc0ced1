import {
  type ReplayResult,
  replayScenario,
  runScenarioTest,
  type TracedLine,
  TraceLines,
} from '../../harness/one-test/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { Overrides } from '../../harness/selection/index.js';
import type { RuleId, Scenario, Schedule, ScheduleDecision } from '../../transactions/index.js';
import { type ReplaySource, resolveReplay } from '../stored/replay-source.js';

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
