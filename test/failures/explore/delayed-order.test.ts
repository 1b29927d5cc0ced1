import { runAndCheck } from '../../../failures/explore/checked-run.js';
import type { SmallScene } from '../../../failures/explore/compared-scenes.js';
import { explore, RandomOrder } from '../../../failures/explore/explore.js';
import { applyDelays, findDelays } from '../../../failures/explore/explore-finding.js';
import { sceneToScenario } from '../../../failures/explore/scene-to-explore.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';

const SAME_CLOCK: SmallScene = {
  test: 'rmw_buffer',
  chip: 'vega10',
  pixels: 'ABA',
  faults: ['F48'],
  knobs: {},
  sameClock: true,
};

const trimTrailingZeros = (choices: readonly number[]) =>
  choices.slice(0, choices.findLastIndex((choice) => choice > 0) + 1);

it.each([0, 1, 2, 3, 4])(
  'reproduces order %i from its delays, and the default order without them',
  (index) => {
    const scene = sceneToScenario(SAME_CLOCK);
    const { choices } = runAndCheck(scene, new RandomOrder(index));
    const delays = findDelays(scene, choices);
    expect(applyDelays(scene, delays).choices).toEqual(trimTrailingZeros(choices));
    expect(applyDelays(scene, []).choices).toEqual([]);
  },
);

it('describes two exits in the same cycle in a single sentence', async () => {
  const scene = sceneToScenario(SAME_CLOCK);
  const result = await explore(scene, { ms: 600_000, randomOrders: 6, maxStates: 1 });
  const [{ schedule, scenario, signature }] = result.findings as [(typeof result.findings)[number]];
  expect(schedule).toEqual([
    "the arrival of wave 0's exit happens in the same cycle as the arrival of wave 1's exit",
  ]);
  expect(runScenarioTest(scenario).finding?.signature).toBe(signature);
});
