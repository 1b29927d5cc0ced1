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
  /** The scene with the order that shows it, for `replay`. */
  readonly scenario: Scenario;
  /** A sentence for each event that occurs after another or in its cycle; the rest occur in scheduling order. */
  readonly schedule: readonly string[];
}

/** A schedule of the event order; events may share a cycle if the scenario's schedule allows it. */
export function orderOf(scenario: Scenario, choices: readonly number[]): Scenario['schedule'] {
  return { strategy: 'order', choices, ...(hasSameClock(scenario) ? { together: true } : {}) };
}

/**
 * The finding of a failing run. Its order is replaced by one that delays fewer events, if one is found that fails the same way.
 *
 * @param shortenRuns maximum runs for shortening its schedule.
 */
export function findingOf(
  scene: Scenario,
  signature: string,
  { choices }: JudgedRun,
  shortenRuns: number,
): ExploreFinding {
  const holds = holdsOf(scene, choices);
  const holding = (places: readonly number[]): HeldOrder =>
    orderWith(
      scene,
      places.map((place) => holds[place]!),
    );
  const fails = (order: HeldOrder): boolean => {
    const { finding } = runScenarioTest({ ...scene, schedule: orderOf(scene, order.choices) });
    return finding?.signature === signature;
  };
  const all = [...holds.keys()];
  const { kept } = fewestChoices(all, (places) => fails(holding(places)), shortenRuns);
  const order = holding(kept);
  // An event with an ambiguous name may be delayed instead of another one.
  const found = fails(order) ? order : { choices, holds };
  const scenario: Scenario = { ...scene, schedule: orderOf(scene, found.choices) };
  const { violations } = runScenarioTest(scenario).verdict;
  return { signature, violation: violations[0], scenario, schedule: found.holds.map(({ words }) => words) };
}
