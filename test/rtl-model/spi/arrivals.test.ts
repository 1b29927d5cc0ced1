import { expect, it } from 'vitest';
import { DeviceContext, indexOf } from '../../../rtl-model/context.js';
import { NO_EVENT, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { Arrivals } from '../../../rtl-model/spi/background/arrivals.js';
import { planBackground } from '../../../rtl-model/spi/background/background-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { FIRST_BACKGROUND_WAVE, type Transaction } from '../../../transactions/index.js';
import { createGroupedScene } from '../../support/background-scene.js';

/** Creates a scenario with two work items, whose groups arrive in cycles 0, 5 and 10, and in cycles 3 and 12. */
function makeScenario() {
  const scenario = createGroupedScene('navi21');
  const [work] = scenario.background!.works;
  const workItems = [work!, { ...work!, start: 3, interval: 9, groups: 2 }];
  return { ...scenario, background: { ...scenario.background!, works: workItems } };
}

it('the groups of each work item arrive one interval apart, and waves are numbered in arrival order', () => {
  const scenario = makeScenario();
  const transactions: Transaction[] = [];
  const context = new DeviceContext(scenario, new ReplayChoices([]), (t) => transactions.push({ ...t }));
  const arrived: number[] = [];
  let waveCount = 0;
  const arrivals = new Arrivals(context, planBackground(context, scenario, 0), {
    makeWave: (group) => Object.assign(new Wave(waveCount++), { group, slot: -1 }),
    arrived: ({ waves }) =>
      arrived.push(context.now, ...waves.map(({ number }) => number - FIRST_BACKGROUND_WAVE)),
  });
  arrivals.start();
  for (let event = context.wheel.next(); event !== NO_EVENT; event = context.wheel.next()) {
    expect(arrivals.allArrived).toBe(false);
    arrivals.step(indexOf(event));
  }
  expect(arrivals.allArrived).toBe(true);
  const waves = transactions.flatMap((t) =>
    t.kind === 'background-formed' ? [[t.cycle, t.work, t.group, t.place]] : [],
  );
  const wavesPerGroup = waves.filter(([, work, group]) => work === 0 && group === 0).length;
  const groups = [
    [0, 0, 0],
    [3, 1, 0],
    [5, 0, 1],
    [10, 0, 2],
    [12, 1, 1],
  ];
  expect(waves).toEqual(
    groups.flatMap((group) => Array.from({ length: wavesPerGroup }, (_, place) => [...group, place])),
  );
  expect(arrived).toEqual(
    groups.flatMap(([cycle], index) => [
      cycle,
      ...Array.from({ length: wavesPerGroup }, (_, i) => wavesPerGroup * index + i),
    ]),
  );
});

it('work items are numbered after the draws, and have their own code and no attributes', () => {
  const scenario = makeScenario();
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const programs = scenario.programs.length;
  expect(
    planBackground(context, scenario, 4).map(({ index, code, attributes }) => [index, code, attributes]),
  ).toEqual([
    [4, programs, 0],
    [5, programs + 1, 0],
  ]);
});
