import { forEachActiveLane, isLaneActive, SCALAR, type WaveState } from '../../wave-state.js';
import type { CrossLaneEffect, CrossLaneRow } from './row.js';
import { everywhere, type Opcodes } from './row-base.js';

type Options = Pick<CrossLaneRow, 'readsDestination' | 'vectorSources' | 'encodings'>;

function makeCrossLane(
  format: 'vop1' | 'vop3',
  name: string,
  opcode: Opcodes,
  to: 'scalar' | 'vector',
  sources: number,
  usesExec: boolean,
  effect: CrossLaneEffect,
  options: Options = {},
): CrossLaneRow {
  const types = Array.from({ length: sources }, () => 'b32' as const);
  return {
    family: 'cross-lane',
    format,
    name,
    opcode,
    dst: 'b32',
    to,
    sources: types,
    usesExec,
    effect,
    ...options,
  };
}

/** Returns the lowest active lane, or 0 if no lane is active. */
function findFirstLane({ s, lanes }: WaveState): number {
  const low = s[SCALAR.EXEC_LO];
  if (low !== 0) return 31 - Math.clz32(low & -low);
  const high = lanes === 64 ? s[SCALAR.EXEC_HI] : 0;
  return high === 0 ? 0 : 63 - Math.clz32(high & -high);
}

const readFirstLane: CrossLaneEffect = (wave, [d, a]) => {
  wave.s[d] = wave.v[a + findFirstLane(wave)];
};

const readLane: CrossLaneEffect = ({ s, v, lanes }, [d, a, lane]) => {
  s[d] = v[a + (s[lane] & (lanes - 1))];
};

const writeLane: CrossLaneEffect = ({ s, v, lanes }, [d, a, lane]) => {
  v[d + (s[lane] & (lanes - 1))] = s[a];
};

const swap: CrossLaneEffect = (wave, [d, a]) => {
  const { v } = wave;
  forEachActiveLane(wave, (lane) => {
    const saved = v[d + lane];
    v[d + lane] = v[a + lane];
    v[a + lane] = saved;
  });
};

const FETCH_INACTIVE = 1;
const BOUND_CONTROL = 2;

/** Returns a lane's position in a row of 16 lanes, from the operands after the first source. */
type Select = (wave: WaveState, lane: number, selectors: readonly number[]) => number;

/** The lane's nibble in two scalars. */
const byNibble: Select = ({ s }, lane, selectors) => s[selectors[(lane >>> 3) & 1]] >>> ((lane & 7) * 4);
/** The lane's own value in a VGPR. */
const byLane: Select = ({ v }, lane, [selector]) => v[selector + lane];

/** Makes each lane read from a row of 16 lanes: its own row if `rowFlip` is 0, or the adjacent one if it is 16. */
function permute(rowFlip: number, select = byNibble): CrossLaneEffect {
  return (wave, [d, a, ...selectors], flags) => {
    const { v, lanes } = wave;
    const source = v.slice(a, a + lanes);
    const positions = Array.from({ length: lanes }, (_, lane) => select(wave, lane, selectors) & 15);
    forEachActiveLane(wave, (lane) => {
      const sourceLane = ((lane & ~15) ^ rowFlip) | positions[lane];
      if ((flags & FETCH_INACTIVE) !== 0 || isLaneActive(wave, sourceLane)) v[d + lane] = source[sourceLane];
      else if ((flags & BOUND_CONTROL) !== 0) v[d + lane] = 0;
    });
  };
}

/** Makes each lane of a wave64 read its counterpart in the other half. In wave32, each lane reads its own value. */
const swapHalves: CrossLaneEffect = (wave, [d, a]) => {
  const { v, lanes } = wave;
  const source = v.slice(a, a + lanes);
  forEachActiveLane(wave, (lane) => {
    v[d + lane] = source[lanes === 64 ? lane ^ 32 : lane];
  });
};

/** Vector instructions that move data between lanes, or between lanes and scalar registers. */
export const CROSS_LANE_ROWS: readonly CrossLaneRow[] = [
  makeCrossLane('vop1', 'v_readfirstlane_b32', everywhere(0x02), 'scalar', 1, true, readFirstLane, {
    encodings: 'single',
  }),
  makeCrossLane('vop1', 'v_swap_b32', { gfx9: 0x51, gfx10: 0x65 }, 'vector', 1, true, swap, {
    readsDestination: true,
    encodings: 'single',
  }),
  makeCrossLane('vop1', 'v_permlane64_b32', { gfx11: 0x67 }, 'vector', 1, true, swapHalves, {
    encodings: 'single',
  }),
  makeCrossLane('vop3', 'v_readlane_b32', { gfx9: 0x289, gfx10: 0x360 }, 'scalar', 2, false, readLane),
  makeCrossLane('vop3', 'v_writelane_b32', { gfx9: 0x28a, gfx10: 0x361 }, 'vector', 2, false, writeLane, {
    readsDestination: true,
    vectorSources: 0,
  }),
  makeCrossLane('vop3', 'v_permlane16_b32', { gfx10: 0x377, gfx11: 0x25b }, 'vector', 3, true, permute(0), {
    readsDestination: true,
  }),
  makeCrossLane('vop3', 'v_permlanex16_b32', { gfx10: 0x378, gfx11: 0x25c }, 'vector', 3, true, permute(16), {
    readsDestination: true,
  }),
  makeCrossLane('vop3', 'v_permlane16_var_b32', { gfx12: 0x30f }, 'vector', 2, true, permute(0, byLane), {
    readsDestination: true,
    vectorSources: 2,
  }),
  makeCrossLane('vop3', 'v_permlanex16_var_b32', { gfx12: 0x310 }, 'vector', 2, true, permute(16, byLane), {
    readsDestination: true,
    vectorSources: 2,
  }),
];
