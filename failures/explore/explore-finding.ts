import { runScenarioTest } from '../../harness/one-test/index.js';
import type { Scenario, Violation } from '../../transactions/index.js';
import { fewestChoices } from '../inevitability/fewest-choices.js';
import { type HeldOrder, holdsOf, orderWith } from './held-order.js';
import type { JudgedRun } from './judged-run.js';
import { hasSameClock } from './same-cycle.js';

/** A way in which the scene fails. */
export interface ExploreFinding {
  readonly signature: string;
  readonly violation: Violation | undefined;
  /** The scene with the order that shows it: `replay` takes it. */
  readonly scenario: Scenario;
  /** Which events come after others, or in one cycle with them; all others come in the order in which they were scheduled. */
  readonly schedule: readonly string[];
}

/** A schedule of the order of events, with events of one cycle where that of the scenario has them. */
export function orderOf(scenario: Scenario, choices: readonly number[]): Scenario['schedule'] {
  return { strategy: 'order', choices, ...(hasSameClock(scenario) ? { together: true } : {}) };
}

/**
 * The finding with the fewest events held back.
 *
 * @param shortenRuns runs that may be spent on making its schedule shorter.
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
  // An event whose name is not its own may be held back in place of another one.
  const found = fails(order) ? order : { choices, holds };
  const scenario: Scenario = { ...scene, schedule: orderOf(scene, found.choices) };
  const { violations } = runScenarioTest(scenario).verdict;
  return { signature, violation: violations[0], scenario, schedule: found.holds.map(({ words }) => words) };
}
