import { RunMemory } from '../arch/index.js';
import type { Scenario, Schedule, TransactionSink } from '../transactions/index.js';
import { type Budget, Device, type LongestLoop } from './device.js';
import { type Choices, PctChoices, RandomChoices, RecordingChoices, ReplayChoices } from './kernel/index.js';

export { CHOICE } from './choice-points.js';
export type { Budget, LongestLoop } from './device.js';
export { MODEL_FAULT_IDS } from './faults.js';

export { type DeviceStructure, structureOf } from './structure.js';

/** What a run can be asked for besides its transactions. */
export interface RunOptions {
  /** Keep the choices, so that the schedule can be replayed. */
  readonly record?: boolean;
  /** Bounds of the run; those of `newBudget` unless told. */
  readonly budget?: Budget;
}

/** What a run amounts to, besides its transactions. */
export interface RunOutcome {
  readonly cycles: number;
  readonly waves: number;
  readonly instructions: number;
  /** A bound ended the run. */
  readonly stopped: boolean;
  /** Of a run that a bound ended: the loop that the wave was in which executed most. */
  readonly longestLoop?: LongestLoop;
  /** The recorded schedule, where it was asked for. */
  readonly choices?: readonly number[];
}

/** Bounds of a run that names none; far beyond what a scenario of ordinary size takes. */
export function newBudget(): Budget {
  return { cycles: 500_000_000, instructions: 50_000_000 };
}

/**
 * Runs a scenario on the modelled device and reports what happens to `sink` (null: to no one, which is faster).
 * A pure function of the scenario: the same one gives the same transactions on every machine.
 */
export function runScenario(
  scenario: Scenario,
  sink: TransactionSink | null,
  options: RunOptions = {},
): RunOutcome {
  const strategy = choicesOf(scenario.schedule);
  const recording = options.record === true ? new RecordingChoices(strategy) : undefined;
  const memory = new RunMemory();
  try {
    const device = new Device(scenario, recording ?? strategy, sink, memory);
    const stopped = device.run(options.budget ?? newBudget());
    const { longestLoop } = device;
    return {
      cycles: device.context.now,
      waves: device.waves,
      instructions: device.instructions,
      stopped,
      ...(stopped && longestLoop !== undefined ? { longestLoop } : {}),
      ...(recording === undefined ? {} : { choices: Array.from(recording.values()) }),
    };
  } finally {
    memory.release();
  }
}

function choicesOf(schedule: Schedule): Choices {
  switch (schedule.strategy) {
    case 'random':
      return new RandomChoices(schedule.seed);
    case 'pct':
      return new PctChoices(schedule.seed, schedule.depth, schedule.steps);
    case 'replay':
      return new ReplayChoices(schedule.choices);
    default:
      return schedule satisfies never;
  }
}
