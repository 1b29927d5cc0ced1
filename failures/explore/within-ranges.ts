import { readSeed } from '../../harness/basics/index.js';
import { runScenarioTest } from '../../harness/one-test/index.js';
import { getBucket } from '../../harness/records/index.js';
import {
  type Answer,
  CHOICE,
  makeDefaultBudget,
  runScenario,
  type TimedQuestion,
} from '../../rtl-model/index.js';
import { deriveSeed, formatSeed, type Scenario } from '../../transactions/index.js';
import { describeEvent } from '../why/choice-words.js';
import { computeMidpointTimes, type Difference, findEarliestTimes } from './difference-constraints.js';
import type { ExploreFinding } from './explore-finding.js';
import { type EventDifference, OrderTrace, type TracedEvent } from './order-trace.js';

/** SIMD stride between waves, which gives each wave its own issue slots and address unit. */
const SIMD_STRIDE = 8;

/** An event and its target cycle. */
interface Target {
  readonly event: TracedEvent;
  readonly time: number;
}

/**
 * Makes a timed run's choices so that its events occur as close as possible to the requested times. Each latency is
 * chosen on demand, based on the current cycle. Choices that are not in the trace take their first alternative.
 */
class TimedAnswers {
  private readonly targets = new Map<string, Target>();
  private readonly eventsBySubject = new Map<number, { readonly index: number; readonly time: number }[]>();
  private readonly questionCounts = new Map<string, number>();
  private waves = 0;

  /**
   * @param times the start time, followed by the time of each event in the trace.
   * @param spreadWaves whether to launch each wave on a different SIMD instead of the first one with room.
   */
  constructor(
    { events }: OrderTrace,
    times: readonly number[],
    private readonly spreadWaves: boolean,
  ) {
    for (const [index, event] of events.entries()) {
      const time = times[index + 1]!;
      const { question, step } = event;
      if (question !== undefined) {
        const { point, during, nth } = question;
        this.targets.set(`${point} ${during} ${nth}`, { event, time });
      }
      const subjectEvents = this.eventsBySubject.get(step.number) ?? [];
      subjectEvents.push({ index, time });
      this.eventsBySubject.set(step.number, subjectEvents);
    }
  }

  readonly answer: Answer = (question) => {
    const { point, alternatives, during, events, cycle } = question;
    if (events !== undefined) return this.findFirst(events, question);
    if (point === CHOICE.LAUNCH_SIMD && this.spreadWaves) return (SIMD_STRIDE * this.waves++) % alternatives;
    const key = `${point} ${during}`;
    const nth = (this.questionCounts.get(key) ?? 0) + 1;
    this.questionCounts.set(key, nth);
    const target = this.targets.get(`${key} ${nth}`);
    if (target === undefined) return 0;
    const { min, multiplier } = target.event;
    const latency = Math.round((target.time - cycle - min) / Math.max(1, multiplier));
    return Math.min(Math.max(0, latency), alternatives - 1);
  };

  /**
   * Returns the index of the subject whose event comes first in the trace. Each subject is represented by its event
   * closest to the current cycle.
   */
  private findFirst(subjects: readonly number[], { cycle }: TimedQuestion): number {
    let first = 0;
    let firstInTrace = Number.POSITIVE_INFINITY;
    for (const [index, subject] of subjects.entries()) {
      let nearest = Number.POSITIVE_INFINITY;
      let traceIndex = Number.POSITIVE_INFINITY;
      for (const { index: candidate, time } of this.eventsBySubject.get(subject) ?? []) {
        if (Math.abs(time - cycle) >= nearest) continue;
        nearest = Math.abs(time - cycle);
        traceIndex = candidate;
      }
      if (traceIndex >= firstInTrace) continue;
      first = index;
      firstInTrace = traceIndex;
    }
    return first;
  }
}

/** Whether a failing event order can occur with latencies within the knobs' ranges. */
export type RangeCheck =
  | {
      readonly can: 'yes';
      /**
       * The scene with times instead of the order. It fails with the finding's signature, possibly among other errors.
       */
      readonly scenario: Scenario;
    }
  | {
      readonly can: 'unknown';
      /** Why this is unknown, including what was tried. */
      readonly why: string;
      /** The conflicting requirements of the finding's order, one sentence each, or none if they can be satisfied. */
      readonly contradiction: readonly string[];
    };

/**
 * Gaps to try between events with different causes, in cycles, widest first, to allow for the run reaching an event
 * slightly late.
 */
const GAPS = [32, 8, 2, 1, 0] as const;
/**
 * Offsets, in cycles, to try for an event that should share a cycle with another, to allow for the run reaching either
 * slightly late.
 */
const OFFSETS = [1, -1, 2, -2, 3, -3, 4, -4] as const;
/** The number of runs with random timing if the solved times do not reproduce the failure. */
const RANDOM_RUNS = 100;
const SEED = '0x1';
/** The number of instructions after which a small scene's run counts as an infinite loop. */
const MAX_INSTRUCTIONS = 200_000;

/**
 * Looks for latencies within the knobs' ranges that produce a finding. First solves for event times that keep the order
 * of non-commuting events, then tries random times. A finding reported as possible has been reproduced by a timed run
 * of the model.
 */
export function checkWithinRanges({ scenario, signature, violation }: ExploreFinding): RangeCheck {
  const trace = OrderTrace.record(scenario, violation?.cycle ?? Number.POSITIVE_INFINITY);
  const count = trace.events.length + 1;
  const fails = (timed: Scenario): boolean => isFailing(timed, signature);
  for (const times of generateTimesToTry(trace)) {
    for (const isSpread of [true, false]) {
      const timed = makeTimedScenario(scenario, new TimedAnswers(trace, times, isSpread));
      if (fails(timed)) return { can: 'yes', scenario: timed };
    }
  }
  for (let index = 0; index < RANDOM_RUNS; index++) {
    const seed = formatSeed(deriveSeed(readSeed(SEED), signature, index));
    const timed: Scenario = { ...scenario, schedule: { strategy: 'random', seed } };
    if (fails(timed)) return { can: 'yes', scenario: timed };
  }
  const solved = findEarliestTimes(count, trace.getDifferences(0));
  if ('times' in solved)
    return {
      can: 'unknown',
      why: `none of ${RANDOM_RUNS} runs with random timing failed this way, and neither did any run timed to follow this order`,
      contradiction: [],
    };
  return {
    can: 'unknown',
    why: `the ranges exclude this order, and none of ${RANDOM_RUNS} runs with random timing failed this way; another order might still fail`,
    contradiction: solved.contradiction.map((difference) => describeDifference(difference, trace)),
  };
}

function isFailing(timed: Scenario, signature: string): boolean {
  const { finding, verdict } = runScenarioTest(timed);
  if (finding?.signature === signature) return true;
  return verdict.violations.some(
    (violation) => violation.severity === 'error' && getBucket(timed, violation) === signature,
  );
}

/**
 * Generates times within all ranges, then variants that move an event out of the cycle it shares with its predecessor.
 */
function* generateTimesToTry(trace: OrderTrace): Generator<readonly number[]> {
  const solved = [...solveTimes(trace)];
  yield* solved;
  for (const times of solved) {
    for (const [index, { sameCycle }] of trace.events.entries()) {
      if (!sameCycle) continue;
      for (const offset of OFFSETS) yield times.with(index + 1, times[index + 1]! + offset);
    }
  }
}

/** Generates times within all ranges, with the widest gaps first. */
function* solveTimes(trace: OrderTrace): Generator<readonly number[]> {
  const tried = new Set<string>();
  for (const gap of GAPS) {
    const solved = findTimesWithGap(trace, gap);
    if (solved === undefined) return;
    for (const times of [computeMidpointTimes(solved.times, solved.differences), solved.times]) {
      const key = times.join();
      if (!tried.has(key)) yield times;
      tried.add(key);
    }
  }
}

/**
 * Returns the earliest times with the given gap between any two events that allow it, or undefined if the ranges
 * cannot be satisfied.
 */
function findTimesWithGap(
  trace: OrderTrace,
  gap: number,
): { readonly times: readonly number[]; readonly differences: readonly Difference[] } | undefined {
  let differences = trace.getDifferences(gap);
  for (;;) {
    const solved = findEarliestTimes(trace.events.length + 1, differences);
    if ('times' in solved) return { times: solved.times, differences };
    const toRelax = new Set(solved.contradiction.filter(({ reason, min }) => reason === 'order' && min > 0));
    if (toRelax.size === 0) return undefined;
    differences = differences.map((difference) =>
      toRelax.has(difference) ? { ...difference, min: 0 } : difference,
    );
  }
}

/** Runs the scenario with the given answers, and returns it with the choices that the run made. */
function makeTimedScenario(scenario: Scenario, { answer }: TimedAnswers): Scenario {
  const timed: Scenario = { ...scenario, schedule: { strategy: 'replay', choices: [] } };
  const budget = { ...makeDefaultBudget(), instructions: MAX_INSTRUCTIONS };
  const { choices = [] } = runScenario(timed, null, { answer, record: true, budget });
  return { ...timed, schedule: { strategy: 'replay', choices } };
}

function describeDifference({ from, to, min, reason }: EventDifference, { events }: OrderTrace): string {
  const getName = (number: number): string =>
    number === 0 ? 'the start' : describeEvent(events[number - 1]!.step.subject);
  if (reason === 'order') return `${getName(from)} happens before ${getName(to)}`;
  if (reason === 'together') return `${getName(from)} happens in the same cycle as ${getName(to)}`;
  return reason === 'min'
    ? `${getName(to)} happens at least ${min} cycles after ${getName(from)}`
    : `${getName(from)} happens at most ${-min} cycles after ${getName(to)}`;
}
