import fc from 'fast-check';
import { type ChipName, chipOf, factsOf } from '../../../arch/index.js';
import { DeviceContext, indexOf } from '../../../rtl-model/context.js';
import { NO_EVENT, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { Arrivals } from '../../../rtl-model/spi/background/arrivals.js';
import { planBackground } from '../../../rtl-model/spi/background/background-plan.js';
import { INPUT_REGISTER_COUNT, planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { FIRST_BACKGROUND_WAVE, type Transaction } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';
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

/** Fields of SPI_SHADER_PGM_RSRC2_PS: the user data register count, and which other scalar arguments are loaded. */
interface Arguments {
  readonly userDataCount: number;
  readonly scratch: boolean;
  readonly waveCount: boolean;
  readonly collision: boolean;
  readonly intrawave: boolean;
}

const args: fc.Arbitrary<Arguments> = fc.record({
  userDataCount: fc.nat({ max: 16 }),
  scratch: fc.boolean(),
  waveCount: fc.boolean(),
  collision: fc.boolean(),
  intrawave: fc.boolean(),
});

function makePlan(chip: ChipName, { userDataCount, scratch, waveCount, collision, intrawave }: Arguments) {
  const bits = [scratch, waveCount, collision, intrawave].map(Number);
  const rsrc2 = bits[0] | (userDataCount << 1) | (bits[1] << 7) | (bits[2] << 25) | (bits[3] << 26);
  const registers = { SPI_SHADER_PGM_RSRC2_PS: rsrc2, SPI_SHADER_USER_DATA_PS_1: 77 };
  const scenario = scene({ chip, draw: { registers } });
  const [plan] = planDraws(new DeviceContext(scenario, new ReplayChoices([]), null), scenario);
  return plan;
}

it.each<ChipName>(['vega10', 'navi21', 'navi31'])(
  'arguments on %s are loaded consecutively: user data, primitive mask, wave count, overlap, layers, scratch',
  (chip) => {
    const { exitsByExport, hardwareScratchBase } = factsOf(chipOf(chip).gfx);
    fc.assert(
      fc.property(args, (loaded) => {
        const plan = makePlan(chip, loaded);
        let next = loaded.userDataCount + 1 + (loaded.waveCount ? 1 : 0);
        const nextRegister = (isLoaded: boolean): number | undefined => (isLoaded ? next++ : undefined);
        expect(plan.collisionRegister).toBe(nextRegister(loaded.collision && !exitsByExport));
        expect(plan.intrawaveRegister).toBe(nextRegister(loaded.intrawave && !exitsByExport));
        if (loaded.scratch) expect(plan.scratch?.offsetRegister).toBe(nextRegister(!hardwareScratchBase));
        else expect(plan.scratch).toBeUndefined();
        expect(plan.sgprCount).toBe(next);
        const userData = Array.from({ length: loaded.userDataCount }, (_, i) => (i === 1 ? 77 : 0));
        expect([...plan.userData]).toEqual(userData);
      }),
    );
  },
);

it.each<[ChipName, number]>([
  ['vega10', 5],
  ['navi10', 5],
  ['navi21', 5 + 3],
  ['navi31', 5 + 3],
])('draws on %s have %i attributes, including per-primitive ones on GFX10.3 and later', (chip, count) => {
  const scenario = scene({ chip, draw: { registers: { SPI_PS_IN_CONTROL: 5 | (3 << 9) } } });
  const [plan] = planDraws(new DeviceContext(scenario, new ReplayChoices([]), null), scenario);
  expect(plan.attributes).toBe(count);
});

it('loading every input fills the input registers of a slot', () => {
  const scenario = scene({ draw: { registers: { SPI_PS_INPUT_ENA: 0xffff } } });
  const [plan] = planDraws(new DeviceContext(scenario, new ReplayChoices([]), null), scenario);
  expect(plan!.vgprCount).toBe(INPUT_REGISTER_COUNT);
});
