import { runScenarioTest } from '../../harness/one-test/index.js';
import type { Scenario, Violation } from '../../transactions/index.js';
import { findMinimalChoices } from '../inevitability/chunks.js';
import type { CheckedOrderRun } from './checked-run.js';
import { applyDelays, type DelayedOrder, findDelays } from './delayed-order.js';
import { allowsSameCycle } from './same-cycle.js';

/** One way in which the scene fails. */
export interface ExploreFinding {
  readonly signature: string;
  readonly violation: Violation | undefined;
  /** The scene with the failing event order, for `replay`. */
  readonly scenario: Scenario;
  /**
   * One sentence for each event that was delayed past another event or moved into its cycle. All other events occur in
   * scheduling order.
   */
  readonly schedule: readonly string[];
}

/** Returns a schedule with the given event order. Events may share a cycle if the scenario's schedule allows it. */
export function makeOrderSchedule(scenario: Scenario, choices: readonly number[]): Scenario['schedule'] {
  return { strategy: 'order', choices, ...(allowsSameCycle(scenario) ? { together: true } : {}) };
}

/**
 * Creates the finding for a failing run. Replaces the run's order with one that delays fewer events, if one is found
 * that fails in the same way.
 *
 * @param maxRuns maximum number of runs for shortening the schedule.
 */
export function makeFinding(
  scene: Scenario,
  signature: string,
  { choices }: CheckedOrderRun,
  maxRuns: number,
): ExploreFinding {
  const delays = findDelays(scene, choices);
  const makeDelayedOrder = (indices: readonly number[]): DelayedOrder =>
    applyDelays(
      scene,
      indices.map((index) => delays[index]!),
    );
  const fails = (order: DelayedOrder): boolean => {
    const { finding } = runScenarioTest({ ...scene, schedule: makeOrderSchedule(scene, order.choices) });
    return finding?.signature === signature;
  };
  const allIndices = [...delays.keys()];
  const { kept } = findMinimalChoices(allIndices, (indices) => fails(makeDelayedOrder(indices)), maxRuns);
  const order = makeDelayedOrder(kept);
  // If an event's name is ambiguous, a different event may have been delayed.
  const shortened = fails(order) ? order : { choices, delays };
  const scenario: Scenario = { ...scene, schedule: makeOrderSchedule(scene, shortened.choices) };
  const { violations } = runScenarioTest(scenario).verdict;
  return {
    signature,
    violation: violations[0],
    scenario,
    schedule: shortened.delays.map(({ text }) => text),
  };
}
