import { describe, expect, it } from 'vitest';
import { type ChipName, HWREG, makeWaveState } from '../../../arch/index.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { CLEAN_LAUNCHER } from '../../../rtl-model/spi/faults.js';
import { loadInitialState } from '../../../rtl-model/spi/initial-state.js';
import { Wave } from '../../../rtl-model/wave.js';
import { scene } from '../../checkers/support/scenes.js';

const LOAD_COLLISION_WAVEID = { SPI_SHADER_PGM_RSRC2_PS: 1 << 25, PA_SC_SHADER_CONTROL: 1 << 2 };

/** What launched waves held that had the slot before. */
const LEFT_OVER = 0x55555555;

/** A wave about to start in a used slot; `junk` says what the bits that carry nothing read as. */
function launched(chip: ChipName, junk: 'zeros' | 'ones'): Wave {
  const scenario = scene({ chip, draw: { registers: LOAD_COLLISION_WAVEID }, freedoms: { packers: 2 } });
  const choose = (point: number, n: number): number =>
    point === CHOICE.COLLISION_JUNK && junk === 'ones' ? n - 1 : 0;
  const context = new DeviceContext(scenario, { choose }, null);
  const wave = new Wave(0);
  wave.reset(1, 5, planDraws(context, scenario)[0]);
  wave.id = 0x155;
  wave.newest = 0x2aa;
  wave.state = makeWaveState(context.lanes, 4, 256);
  wave.state.hw.fill(LEFT_OVER);
  loadInitialState(context, wave, CLEAN_LAUNCHER);
  return wave;
}

/** The collision argument as an unsigned word. */
function argumentOf({ plan, state }: Wave): number {
  return state.s[plan.collisionRegister] >>> 0;
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

it.each<ChipName>(['vega10', 'navi21', 'navi31'])(
  'a wave of %s starts with no hardware register of the wave that had its slot before',
  (chip) => {
    const { plan, state } = launched(chip, 'zeros');
    const expected = new Int32Array(state.hw.length);
    expected[HWREG.MODE] = plan.mode;
    expect(state.hw).toEqual(expected);
  },
);
