import {
  type ChipName,
  HWREG,
  makeWaveState,
  PARAMETER_DWORDS,
  SCALAR,
  type WaveSize,
} from '../../../arch/index.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { loadInitialState } from '../../../rtl-model/spi/initial-state.js';
import { Wave } from '../../../rtl-model/wave.js';
import { QUAD_COLUMN, QUAD_COLUMNS, setting } from '../../../transactions/index.js';
import { type SceneChanges, scene } from '../../checkers/support/scenes.js';

/** Registers that load the collision argument and, after it, the layer mask. */
const LOAD_BOTH = { SPI_SHADER_PGM_RSRC2_PS: 3 << 25, PA_SC_SHADER_CONTROL: 3 << 2 };

const JUNK: readonly number[] = [CHOICE.COLLISION_JUNK, CHOICE.INTRAWAVE_JUNK];

/** The value left in the slot by its previous wave. */
const STALE = 0x55555555;

/** A bit mask of the quads that start a layer. */
const LAYERS = 0b1010;

/** Returns a wave about to start in a previously used slot. `junk` is the value of unused bits. */
function loadWave(chip: ChipName, junk: 'zeros' | 'ones', lanes?: WaveSize): Wave {
  const base = scene({ chip, draw: { registers: LOAD_BOTH }, freedoms: { packers: 2 } });
  const scenario = { ...base, wave: lanes ?? base.wave };
  const choose = (point: number, n: number): number => (JUNK.includes(point) && junk === 'ones' ? n - 1 : 0);
  const context = new DeviceContext(scenario, { choose }, null);
  const wave = new Wave(0);
  wave.reset(1, 5, planDraws(context, scenario)[0]);
  wave.id = 0x155;
  wave.overlap.newest = 0x2aa;
  wave.intrawaveMask = LAYERS;
  wave.state = makeWaveState(context.lanes, 4, 256);
  wave.state.hw.fill(STALE);
  loadInitialState(context, wave);
  return wave;
}

/** Returns the collision argument as an unsigned word. */
function getCollisionArgument({ plan, state }: Wave): number {
  return state.s[plan.collisionRegister!] >>> 0;
}

it.each<[ChipName, number]>([
  ['vega10', 1 << 28],
  ['navi10', 3 << 28],
  ['navi21', 3 << 28],
])(
  'the collision argument contains the ids, the packer and bit 31 on %s, and arbitrary values in all other bits (pops.md 5.1)',
  (chip, packer) => {
    const clean = getCollisionArgument(loadWave(chip, 'zeros'));
    expect(clean).toBe(((1 << 28) | (0x2aa << 16) | 0x155) >>> 0);
    const definedBits = (0x80000000 | packer | (0x3ff << 16) | 0x3ff) >>> 0;
    expect(getCollisionArgument(loadWave(chip, 'ones'))).toBe((clean | ~definedBits) >>> 0);
  },
);

it.each<[ChipName, WaveSize, number]>([
  ['vega10', 64, 0xffff0000],
  ['navi21', 64, 0xffff0000],
  ['navi21', 32, 0xffffff00],
])(
  'the layer mask on %s in wave%i may have any value in the bits above its quads (S-064)',
  (chip, lanes, above) => {
    const getLayers = ({ plan, state }: Wave): number => state.s[plan.intrawaveRegister!] >>> 0;
    expect(getLayers(loadWave(chip, 'zeros', lanes))).toBe(LAYERS);
    expect(getLayers(loadWave(chip, 'ones', lanes))).toBe((above | LAYERS) >>> 0);
  },
);

it.each<ChipName>(['vega10', 'navi21', 'navi31'])(
  'a wave on %s starts without hardware register values from the previous wave in its slot',
  (chip) => {
    const { plan, state } = loadWave(chip, 'zeros');
    const expected = new Int32Array(state.hw.length);
    expected[HWREG.MODE] = plan.mode;
    expect(state.hw).toEqual(expected);
  },
);

it('an argument that is not loaded uses no register and makes no choice', () => {
  for (const [rsrc2, points] of [
    [0, []],
    [1 << 25, [CHOICE.COLLISION_JUNK]],
    [1 << 26, [CHOICE.INTRAWAVE_JUNK]],
    [3 << 25, JUNK],
  ] as const) {
    const registers = { SPI_SHADER_PGM_RSRC2_PS: rsrc2, PA_SC_SHADER_CONTROL: 3 << 2 };
    const scenario = scene({ chip: 'navi21', draw: { registers } });
    const chosenPoints: number[] = [];
    const choose = (point: number): number => chosenPoints.push(point) * 0;
    const context = new DeviceContext(scenario, { choose }, null);
    const wave = new Wave(0);
    wave.reset(0, 0, planDraws(context, scenario)[0]);
    wave.id = 0;
    wave.state = makeWaveState(context.lanes, 4, 256);
    wave.state.s.fill(STALE);
    loadInitialState(context, wave);
    expect(chosenPoints).toEqual(points);
    const loaded = points.length;
    // The primitive mask comes first.
    expect(wave.state.s[loaded]).not.toBe(STALE);
    expect(wave.state.s[loaded + 1]).toBe(STALE);
  }
});

/** Returns the SGPRs and parameter memory of a wave about to start, given the primitive number of each quad. */
function loadState(changes: SceneChanges, primitives: readonly number[] = [0], scratchSlot = -1) {
  const scenario = scene(changes);
  const context = new DeviceContext(scenario, { choose: () => 0 }, null);
  const plans = planDraws(context, scenario);
  const wave = new Wave(0);
  wave.reset(0, 0, plans.at(-1)!);
  wave.id = 1;
  wave.launch.scratchSlot = scratchSlot;
  for (const [quad, primitive] of primitives.entries())
    wave.quads[quad * QUAD_COLUMNS + QUAD_COLUMN.PRIMITIVE] = primitive;
  wave.quadCount = primitives.length;
  wave.state = makeWaveState(context.lanes, 4, 256);
  wave.state.s.fill(STALE, 0, SCALAR.NULL);
  wave.state.lds = new Int32Array(100).fill(STALE);
  loadInitialState(context, wave);
  return { s: wave.state.s, lds: wave.state.lds, plan: wave.plan };
}

it('the collision argument is 0 if the draw loads it but the scan converter does not supply it (S-012)', () => {
  const registers = { SPI_SHADER_PGM_RSRC2_PS: 1 << 25, PA_SC_SHADER_CONTROL: 0 };
  const getArgument = (collisionSupply: number): number => {
    const { s, plan } = loadState({ draw: { registers }, freedoms: { collisionSupply } });
    return s[plan.collisionRegister!]!;
  };
  const [always, byRegister] = [
    setting('collisionSupply', 'always'),
    setting('collisionSupply', 'by-register'),
  ];
  expect([getArgument(always), getArgument(byRegister)]).toEqual([1, 0]);
});

it('a wave from a draw with scratch memory starts with its scratch offset', () => {
  const registers = { SPI_SHADER_PGM_RSRC2_PS: 1, SPI_TMPRING_SIZE: (5 << 12) | 32 };
  const { s, plan } = loadState({ draw: { registers } }, [0], 3);
  expect(s[plan.scratch!.offsetRegister!]).toBe(3 * 5 * 1024);
});

it('parameters are stored by attribute and then by primitive, and M0 marks the first quad of each primitive', () => {
  const parameters = Array.from({ length: 3 * 2 * PARAMETER_DWORDS }, (_, i) => i);
  const draw = { attributes: 2, parameters, registers: { SPI_PS_IN_CONTROL: 2 } };
  const { s, lds, plan } = loadState({ primitives: 3, draw, moreDraws: [{}] }, [3, 3, 5, 5, 5, 4]);
  expect(s[plan.userData.length]! >>> 16).toBe(0b10010);
  const getParameters = (primitive: number, attribute: number): number[] => {
    const offset = (2 * primitive + attribute) * PARAMETER_DWORDS;
    return parameters.slice(offset, offset + PARAMETER_DWORDS);
  };
  const expected = [0, 1].flatMap((attribute) =>
    [0, 2, 1].flatMap((primitive) => getParameters(primitive, attribute)),
  );
  expect([...lds]).toEqual([...expected, ...new Array(lds.length - expected.length).fill(STALE)]);
});
