import { RunMemory } from '../arch/index.js';
import type { Design, Scenario, Schedule, ScheduleDecision, TransactionSink } from '../transactions/index.js';
import type { Budget } from './budget.js';
import { CHOICE, type ChoicePoint } from './choice-points.js';
import { playBack } from './cosim/recorded-answers.js';
import { DecisionChoices, DecisionRecorder, type Subjects } from './decisions.js';
import { Device, type LongestLoop } from './device.js';
import type { EventSubject, NextStep } from './event-order.js';
import type { EventGroup } from './fingerprint/coincidences.js';
import { GuidedChoices, RUN_ENDED } from './fingerprint/guided-choices.js';
import { assert } from './kernel/assert.js';
import { type InvariantViolation, reportViolations } from './kernel/broken-claims.js';
import {
  type Choices,
  PctChoices,
  RandomChoices,
  RecordingChoices,
  ReplayChoices,
  WatchedChoices,
} from './kernel/index.js';

export type { Budget } from './budget.js';
export { CHOICE, type ChoicePoint } from './choice-points.js';
export { parseResponse } from './cosim/read-answer.js';
export { playBack } from './cosim/recorded-answers.js';
export type { LongestLoop } from './device.js';
export type { NextStep } from './event-order.js';
export { type EventSubject, subjectFromNumber } from './event-order.js';
export { MODEL_FAULT_IDS } from './faults.js';
export type { Footprint } from './fingerprint/parts.js';
export type { InvariantViolation } from './kernel/broken-claims.js';
export { ORDER_STRIDE } from './kernel/index.js';
export { installUserFaults } from './user-faults.js';

/** Options for a run, other than the transaction sink. */
export interface RunOptions {
  /** Whether to record the choices, so the schedule can be replayed. */
  readonly record?: boolean;
  /** Called with each choice, interleaved with the transactions in order. */
  readonly onChoice?: (choice: HardwareChoice) => void;
  /**
   * Chooses the next event in place of an `order` schedule. Called even if there is only one event to choose from.
   * Returns undefined to end the run. All other choices take their first alternative.
   */
  readonly guide?: (question: OrderQuestion) => number | undefined;
  /** Replaces a unit of the model. If absent, the design recorded in the scenario, if any, is played back. */
  readonly design?: Design;
  /** The limits of the run; by default, those of `makeDefaultBudget()`. */
  readonly budget?: Budget;
  /**
   * Called with each invariant that a deliberately broken device violates; without this listener, violations throw.
   * With it, the run continues as far as possible. The listener may rethrow errors that are unrelated to the device.
   */
  readonly onViolation?: (broken: InvariantViolation) => void;
}

/** A choice made by the hardware, which corresponds to one entry of the recorded schedule. */
export interface HardwareChoice {
  readonly point: ChoicePoint;
  /** The number of alternatives, at least 2. */
  readonly alternatives: number;
  /** The index of the alternative that was taken. */
  readonly answer: number;
  readonly cycle: number;
  /** The choice as a schedule decision. Absent for the first alternative, which is the default. */
  readonly decision?: ScheduleDecision;
  /** The current event. Absent before the first event and between events. */
  readonly during?: EventSubject;
  /** The alternatives, if they are events in the same cycle. */
  readonly events?: readonly EventSubject[];
}

/** A point between two events of an order run. */
export interface OrderQuestion {
  /** The cycle of the previous event. */
  readonly cycle: number;
  readonly alternatives: number;
  /** The index of the answer in the schedule: the number of earlier choices of any kind. */
  readonly answerPosition: number;
  /** Returns the events to choose from. */
  steps(): readonly NextStep[];
  /** Returns all pending events, including queued ones. */
  pendingEvents(): readonly { readonly token: number; readonly name: string }[];
  /**
   * Returns the groups of candidate events that a search may run in the same cycle, or an empty list if the schedule
   * does not allow it.
   */
  simultaneousEvents(): readonly EventGroup[];
  /**
   * Returns a hash of the state of the device, including pending events. Devices with equal hashes continue
   * identically.
   */
  fingerprint(): string;
}

/** The result of a run, apart from its transactions. */
export interface RunOutcome {
  readonly cycles: number;
  readonly waves: number;
  readonly instructions: number;
  /** Whether the run was stopped by a limit. */
  readonly stopped: boolean;
  /** Set if the device was deliberately broken and could not continue. */
  readonly aborted?: true;
  /** If a limit stopped the run, the most recent loop of the wave that executed the most instructions, if any. */
  readonly longestLoop?: LongestLoop;
  /** Set if the guide ended the run. */
  readonly ended?: true;
  /**
   * The choice points, other than event order, that had several alternatives in a guided run. The first was taken each
   * time.
   */
  readonly pinned?: readonly ChoicePoint[];
  /** The schedule of the run, if it was guided or if recording was requested. */
  readonly choices?: readonly number[];
}

/** Returns the default limits for a run, which are far beyond what ordinary scenarios need. */
export function makeDefaultBudget(): Budget {
  return { cycles: 500_000_000, instructions: 50_000_000 };
}

/**
 * Runs a scenario on the modelled device and reports its transactions to `sink`. If `sink` is null, nothing is
 * reported, which is faster. The result depends only on the scenario: equal scenarios produce equal transactions on
 * every machine.
 */
export function runScenario(
  scenario: Scenario,
  sink: TransactionSink | null,
  options: RunOptions = {},
): RunOutcome {
  let device: Device | undefined;
  const subjects: Subjects = {
    current: () => device?.currentNumber,
    forEvent: (event) => device?.subjects.getNumber(event) ?? event,
  };
  const guided = options.guide && makeGuidedChoices(options.guide, () => device!);
  const getCycle = (): number => device?.context.now ?? 0;
  const strategy = guided ?? makeStrategy(scenario.schedule, subjects);
  const shouldRecord = options.record === true && guided === undefined;
  const recording = shouldRecord ? new RecordingChoices(strategy) : undefined;
  const memory = new RunMemory();
  try {
    const choices = withListener(recording ?? strategy, options.onChoice, subjects, () => device);
    const design = options.design ?? (scenario.design && playBack(scenario.design));
    const ending = reportViolations(options.onViolation, getCycle, () => {
      device = new Device(scenario, choices, sink, memory, design);
      return runToEnd(device, options.budget ?? makeDefaultBudget());
    });
    if (ending === 'broken') sink?.({ kind: 'stopped', cycle: getCycle(), budget: 'device', limit: 0 });
    assert(ending === 'broken' || device !== undefined, 'a completed run must have created a device');
    const stopped = ending === 'stopped';
    const longestLoop = stopped ? device?.longestLoop : undefined;
    return {
      cycles: getCycle(),
      waves: device?.waves ?? 0,
      instructions: device?.instructions ?? 0,
      stopped,
      ...(ending === 'broken' ? { aborted: true } : {}),
      ...(longestLoop === undefined ? {} : { longestLoop }),
      ...(ending === 'guide' ? { ended: true } : {}),
      ...(guided === undefined
        ? {}
        : { pinned: Array.from(guided.pinned, (point) => POINT_NAMES[point]), choices: guided.answers }),
      ...(recording === undefined ? {} : { choices: Array.from(recording.values()) }),
    };
  } finally {
    memory.release();
  }
}

/** Runs a device and returns why the run ended: the device came to rest, a limit was reached, or the guide ended it. */
function runToEnd(device: Device, budget: Budget): 'rest' | 'stopped' | 'guide' {
  try {
    return device.run(budget) ? 'stopped' : 'rest';
  } catch (error) {
    if (error === RUN_ENDED) return 'guide';
    throw error;
  }
}

function makeGuidedChoices(
  guide: NonNullable<RunOptions['guide']>,
  currentDevice: () => Device,
): GuidedChoices {
  return new GuidedChoices((alternatives, answerPosition) =>
    guide({
      alternatives,
      answerPosition,
      cycle: currentDevice().context.now,
      steps: () => currentDevice().order.getNextSteps(),
      pendingEvents: () => currentDevice().order.getPendingEvents(),
      simultaneousEvents: () => currentDevice().order.coincidences(),
      fingerprint: () => currentDevice().order.fingerprint(),
    }),
  );
}

/** The names of the choice points, by number. */
export const POINT_NAMES = Object.keys(CHOICE) as readonly ChoicePoint[];

/** Reports each choice that the strategy makes, with its context in the run, to the listener, if any. */
function withListener(
  strategy: Choices,
  onChoice: RunOptions['onChoice'],
  subjects: Subjects,
  currentDevice: () => Device | undefined,
): Choices {
  if (onChoice === undefined) return strategy;
  const recorder = new DecisionRecorder(subjects);
  return new WatchedChoices(strategy, (point, alternatives, answer, sources, first) => {
    const device = currentDevice();
    const during = device?.current;
    const decision = recorder.toDecision(point, alternatives, answer, sources, first);
    const isOrder = point === CHOICE.EVENT_ORDER && sources !== undefined && device !== undefined;
    onChoice({
      point: POINT_NAMES[point],
      alternatives,
      answer,
      cycle: device?.context.now ?? 0,
      ...(decision === undefined ? {} : { decision }),
      ...(during === undefined || isOrder ? {} : { during }),
      ...(isOrder
        ? { events: Array.from(sources.subarray(first, first + alternatives), device.subjects.getSubject) }
        : {}),
    });
  });
}

function makeStrategy(schedule: Schedule, subjects: Subjects): Choices {
  switch (schedule.strategy) {
    case 'random':
      return new RandomChoices(schedule.seed);
    case 'pct':
      return new PctChoices(schedule.seed, schedule.depth, schedule.steps);
    case 'replay':
    case 'order':
      return new ReplayChoices(
        schedule.choices,
        schedule.rest === undefined ? undefined : new RandomChoices(schedule.rest),
      );
    case 'decisions':
      return new DecisionChoices(schedule.decisions, subjects);
    default:
      return schedule satisfies never;
  }
}
