import { runScenarioTest } from '../../harness/one-test/index.js';
import type { Scenario, Violation } from '../../transactions/index.js';
import { fewestChoices } from '../inevitability/fewest-choices.js';
import { type HeldOrder, holdsOf, orderWith } from './held-order.js';
import type { JudgedRun } from './judged-run.js';
import { hasSameClock } from './same-cycle.js';

/** One way in which the scene fails. */
export interface ExploreFinding {
  readonly signature: string;
  readonly violation: Violation | undefined;
  /** The scene with the event order that shows the failure, for `replay`. */
  readonly scenario: Scenario;
  /**
   * One sentence for each event that was delayed until after another event or moved into its cycle. All other events occur in
   * scheduling order.
   */
  readonly schedule: readonly string[];
}

/** Makes a schedule that orders events. They may share a cycle if the scenario's schedule allows it. */
export function orderOf(scenario: Scenario, choices: readonly number[]): Scenario['schedule'] {
  return { strategy: 'order', choices, ...(hasSameClock(scenario) ? { together: true } : {}) };
}

/**
 * Returns the finding of a failing run. Its order is replaced with one that delays fewer events if such an order is found to
 * fail in the same way.
 *
 * @param shortenRuns the maximum number of runs for shortening the schedule.
 */
export function findingOf(
  scene: Scenario,
  signature: string,
  { choices }: JudgedRun,
  shortenRuns: number,
): ExploreFinding {
  const holds = holdsOf(scene, choices);
  const holding = (indices: readonly number[]): HeldOrder =>
    orderWith(
      scene,
      indices.map((index) => holds[index]!),
    );
  const fails = (order: HeldOrder): boolean => {
    const { finding } = runScenarioTest({ ...scene, schedule: orderOf(scene, order.choices) });
    return finding?.signature === signature;
  };
  const all = [...holds.keys()];
  const { kept } = fewestChoices(all, (indices) => fails(holding(indices)), shortenRuns);
  const order = holding(kept);
  // If an event's name is ambiguous, another event may have been delayed in its stead.
  const found = fails(order) ? order : { choices, holds };
  const scenario: Scenario = { ...scene, schedule: orderOf(scene, found.choices) };
  const { violations } = runScenarioTest(scenario).verdict;
  return { signature, violation: violations[0], scenario, schedule: found.holds.map(({ words }) => words) };
}
