import { expect, it } from 'vitest';
import { HWREG, makeWaveState, SCALAR, type WaveState } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { planBackground } from '../../../rtl-model/spi/background/background-plan.js';
import { Group } from '../../../rtl-model/spi/background/group.js';
import { loadBackgroundState } from '../../../rtl-model/spi/background/initial-state.js';
import { Wave } from '../../../rtl-model/wave.js';
import { BACKGROUND_MODE, type Scenario } from '../../../transactions/index.js';
import { createGroupedScene, createVertexScene } from '../../support/background-scene.js';

/** The value left in the slot by its previous wave. */
const STALE = 0x55555555;
/** The index of the group or geometry wave. */
const GROUP_INDEX = 1;

const makeVertices = () =>
  createVertexScene('navi21', {
    ...{ vertices: 60, instances: 4, baseVertex: 4, startInstance: 1, clamps: false },
    divisors: [0, 3],
    inputs: [[1], [2]],
  });

/** Loads a background wave into a used slot. Returns its plan and its state. */
function loadWave(scenario: Scenario) {
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const [plan] = planBackground(context, scenario, 1);
  const group = new Group(plan, GROUP_INDEX);
  const wave = new Wave(0);
  wave.resetBackground(group);
  group.first = wave.number;
  wave.state = makeWaveState(context.lanes, 8, SCALAR.CONSTANTS + plan.program.constants.length);
  wave.state.hw.fill(STALE);
  wave.state.s.fill(STALE, 0, SCALAR.NULL);
  loadBackgroundState(context, wave, group, new Int32Array(0));
  return { plan, state: wave.state };
}

it.each([
  ['a work-group', () => createGroupedScene('navi21'), [GROUP_INDEX]],
  ['a vertex draw', makeVertices, []],
] as const)('a wave of %s starts with the SGPRs in its plan, and no others', (_, scenario, afterUserData) => {
  const { plan, state } = loadWave(scenario());
  const expected = [...plan.work.userData, ...afterUserData].map((word) => word | 0);
  expect([...state.s.subarray(0, plan.sgprCount)]).toEqual(expected);
  expect(state.s[plan.sgprCount]).toBe(STALE);
});

it.each([
  ['a work-group', () => createGroupedScene('navi21')],
  ['a vertex draw', makeVertices],
])(
  'a wave of %s starts without hardware register values from the previous wave in its slot',
  (_, scenario) => {
    const { state } = loadWave(scenario());
    const expected = new Int32Array(state.hw.length);
    expected[HWREG.MODE] = BACKGROUND_MODE;
    expect(state.hw).toEqual(expected);
  },
);

it.each([
  [1, 1, 0],
  [32, -1, 0],
  [33, -1, 1],
  [63, -1, 0x7fffffff],
  [64, -1, -1],
])('a wave64 with %i work-items starts with that many active lanes', (items, low, high) => {
  const scenario = createGroupedScene('vega10', { groupSize: [items, 1, 1] });
  const { state } = loadWave(scenario);
  expect([state.s[SCALAR.EXEC_LO], state.s[SCALAR.EXEC_HI]]).toEqual([low, high]);
});

it('a vertex receives its index and instance in two VGPRs', () => {
  const { plan, state } = loadWave(makeVertices());
  expect(plan.vgprCount).toBe(2);
  const { lanes } = state;
  // The first vertex of the second wave, for an instanced draw with 60 vertices.
  expect([state.v[0], state.v[lanes]]).toEqual([lanes % 60, Math.floor(lanes / 60)]);
});

it.each([
  ['navi21', 3],
  ['navi31', 1],
] as const)('threads on %s receive their position in %i VGPR(s)', (chip, registers) => {
  expect(loadWave(createGroupedScene(chip)).plan.vgprCount).toBe(registers);
});

it.each([
  ['navi21', ({ v }: WaveState, lane: number) => [v[lane], v[64 + lane], v[128 + lane]]],
  ['navi31', ({ v }: WaveState, lane: number) => [0, 10, 20].map((bit) => (v[lane]! >> bit) & 0x3ff)],
] as const)(
  'each thread on %s receives its column, row and slice, with the column varying fastest',
  (chip, readPosition) => {
    const scenario = { ...createGroupedScene(chip, { groupSize: [5, 3, 4] }), wave: 64 } as const;
    const { state } = loadWave(scenario);
    const positions = Array.from({ length: 5 * 3 * 4 }, (_, thread) => readPosition(state, thread));
    expect(positions).toEqual(
      [0, 1, 2, 3].flatMap((z) => [0, 1, 2].flatMap((y) => [0, 1, 2, 3, 4].map((x) => [x, y, z]))),
    );
  },
);
