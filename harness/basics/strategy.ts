import type { Scenario, Schedule } from '../../transactions/index.js';
import { MAX_PCT_DEPTH, UsageError } from '../../transactions/index.js';
import { readSeed } from './seeds.js';

/** Number of scheduling choices over which PCT distributes its priority changes. */
const PCT_STEPS = 10_000;
const FALLBACK_SEED = '0x1';

type RecordedSchedule = Extract<Schedule, { readonly strategy: 'replay' | 'order' }>;

/**
 * Returns a copy of the scenario that uses the given strategy: `random` or `random:0xSEED`, `pct:DEPTH` or
 * `pct:DEPTH:0xSEED`. The default seed is the scenario's own. Throws `UsageError` for any other text.
 */
export function withStrategy(scenario: Scenario, text: string): Scenario {
  const [strategy, ...parameters] = text.split(':');
  const defaultSeed = 'seed' in scenario.schedule ? scenario.schedule.seed : FALLBACK_SEED;
  if (strategy === 'random' && parameters.length <= 1) {
    return { ...scenario, schedule: { strategy, seed: requireSeed(parameters[0] ?? defaultSeed) } };
  }
  const depth = Number(parameters[0]);
  if (
    strategy === 'pct' &&
    parameters.length <= 2 &&
    depth >= 1 &&
    depth <= MAX_PCT_DEPTH &&
    Number.isInteger(depth)
  ) {
    const schedule: Schedule = {
      strategy,
      seed: requireSeed(parameters[1] ?? defaultSeed),
      depth,
      steps: PCT_STEPS,
    };
    return { ...scenario, schedule };
  }
  throw new UsageError(
    `Invalid --strategy "${text}": expected random, random:0xSEED, pct:DEPTH or pct:DEPTH:0xSEED with a depth of 1 to ${MAX_PCT_DEPTH}`,
  );
}

/** Returns a schedule that replays the choices made by a run under `schedule`. */
export function makeRecordedSchedule(schedule: Schedule, choices: readonly number[]): RecordedSchedule {
  if (schedule.strategy !== 'order') return { strategy: 'replay', choices };
  const { rest: _, ...order } = schedule;
  return { ...order, choices };
}

function requireSeed(seed: string): string {
  readSeed(seed);
  return seed;
}
