import { RunMemory } from '../arch/index.js';
import type { Scenario, Schedule, TransactionSink } from '../transactions/index.js';
import { type Budget, Device, type LongestLoop } from './device.js';
import { type Choices, PctChoices, RandomChoices, RecordingChoices, ReplayChoices } from './kernel/index.js';

export { CHOICE } from './choice-points.js';
export type { Budget, LongestLoop } from './device.js';
export { MODEL_FAULT_IDS } from './faults.js';

export { type DeviceStructure, structureOf } from './structure.js';

/** Options of a run, besides the transactions. */
export interface RunOptions {
  /** Keep the choices, so that the schedule can be replayed. */
  readonly record?: boolean;
  /** Bounds of the run; by default those of `newBudget`. */
  readonly budget?: Budget;
}

/** Result of a run, besides its transactions. */
export interface RunOutcome {
  readonly cycles: number;
  readonly waves: number;
  readonly instructions: number;
  /** A bound ended the run. */
  readonly stopped: boolean;
  /** If a bound ended the run: the loop of the wave that executed most. */
  readonly longestLoop?: LongestLoop;
  /** The recorded schedule, if requested. */
  readonly choices?: readonly number[];
}

/** Default bounds of a run; far beyond what an ordinary scenario needs. */
export function newBudget(): Budget {
  return { cycles: 500_000_000, instructions: 50_000_000 };
}

/**
 * Runs a scenario on the modelled device and reports its transactions to `sink` (null: no reports, which is faster).
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
