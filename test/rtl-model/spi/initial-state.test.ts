import { describe, expect, it } from 'vitest';
import { type ChipName, HWREG, makeWaveState, type WaveSize } from '../../../arch/index.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { loadInitialState } from '../../../rtl-model/spi/initial-state.js';
import { Wave } from '../../../rtl-model/wave.js';
import { scene } from '../../checkers/support/scenes.js';

/** Both the collision argument and the layer mask after it. */
const LOAD_BOTH = { SPI_SHADER_PGM_RSRC2_PS: 3 << 25, PA_SC_SHADER_CONTROL: 3 << 2 };

const JUNK: readonly number[] = [CHOICE.COLLISION_JUNK, CHOICE.INTRAWAVE_JUNK];

/** What previous waves of the slot held. */
const LEFT_OVER = 0x55555555;

/** Quads that start a layer. */
const LAYERS = 0b1010;

/** A wave about to start in a used slot; `junk` is the value of the bits without a meaning. */
function launched(chip: ChipName, junk: 'zeros' | 'ones', lanes?: WaveSize): Wave {
  const made = scene({ chip, draw: { registers: LOAD_BOTH }, freedoms: { packers: 2 } });
  const scenario = { ...made, wave: lanes ?? made.wave };
  const choose = (point: number, n: number): number => (JUNK.includes(point) && junk === 'ones' ? n - 1 : 0);
  const context = new DeviceContext(scenario, { choose }, null);
  const wave = new Wave(0);
  wave.reset(1, 5, planDraws(context, scenario)[0]);
  wave.id = 0x155;
  wave.overlap.newest = 0x2aa;
  wave.intrawaveMask = LAYERS;
  wave.state = makeWaveState(context.lanes, 4, 256);
  wave.state.hw.fill(LEFT_OVER);
  loadInitialState(context, wave);
  return wave;
}

/** The collision argument as an unsigned word. */
function argumentOf({ plan, state }: Wave): number {
  return state.s[plan.collisionRegister!] >>> 0;
}

describe('the collision argument', () => {
  it.each<[ChipName, number]>([
    ['vega10', 1 << 28],
    ['navi10', 3 << 28],
    ['navi21', 3 << 28],
  ])(
    'of %s holds ids, packer and bit 31, and may hold anything in all other bits (pops.md 5.1)',
    (chip, packer) => {
      const clean = argumentOf(launched(chip, 'zeros'));
      expect(clean).toBe(((1 << 28) | (0x2aa << 16) | 0x155) >>> 0);
      const carried = (0x80000000 | packer | (0x3ff << 16) | 0x3ff) >>> 0;
      expect(argumentOf(launched(chip, 'ones'))).toBe((clean | ~carried) >>> 0);
    },
  );
});

it.each<[ChipName, WaveSize, number]>([
  ['vega10', 64, 0xffff0000],
  ['navi21', 64, 0xffff0000],
  ['navi21', 32, 0xffffff00],
])(
  'the layer mask of %s, wave%i, may hold anything in all bits above its quads (S-064)',
  (chip, lanes, above) => {
    const layers = ({ plan, state }: Wave): number => state.s[plan.intrawaveRegister!] >>> 0;
    expect(layers(launched(chip, 'zeros', lanes))).toBe(LAYERS);
    expect(layers(launched(chip, 'ones', lanes))).toBe((above | LAYERS) >>> 0);
  },
);

it.each<ChipName>(['vega10', 'navi21', 'navi31'])(
  'a wave of %s starts with no hardware register of the wave that had its slot before',
  (chip) => {
    const { plan, state } = launched(chip, 'zeros');
    const expected = new Int32Array(state.hw.length);
    expected[HWREG.MODE] = plan.mode;
    expect(state.hw).toEqual(expected);
  },
);

it('an argument that is not loaded takes no register, and nothing is chosen for it', () => {
  for (const [rsrc2, points] of [
    [0, []],
    [1 << 25, [CHOICE.COLLISION_JUNK]],
    [1 << 26, [CHOICE.INTRAWAVE_JUNK]],
    [3 << 25, JUNK],
  ] as const) {
    const registers = { SPI_SHADER_PGM_RSRC2_PS: rsrc2, PA_SC_SHADER_CONTROL: 3 << 2 };
    const scenario = scene({ chip: 'navi21', draw: { registers } });
    const asked: number[] = [];
    const choose = (point: number): number => asked.push(point) * 0;
    const context = new DeviceContext(scenario, { choose }, null);
    const wave = new Wave(0);
    wave.reset(0, 0, planDraws(context, scenario)[0]);
    wave.id = 0;
    wave.state = makeWaveState(context.lanes, 4, 256);
    wave.state.s.fill(LEFT_OVER);
    loadInitialState(context, wave);
    expect(asked).toEqual(points);
    const loaded = points.length;
    // The mask of primitives comes first.
    expect(wave.state.s[loaded]).not.toBe(LEFT_OVER);
    expect(wave.state.s[loaded + 1]).toBe(LEFT_OVER);
  }
});
