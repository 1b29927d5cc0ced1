import type { Gfx } from '../../chips.js';
import { isLaneActive, SCALAR, type WaveState } from '../../wave-state.js';
import type { GatheredDwords } from './loop.js';

/**
 * Returns the lane that a lane reads from, or -1 if that would be outside the row (or outside the wave, for GFX9's
 * whole-wave controls).
 */
export type LaneSource = (lane: number) => number;

/** DPP controls with an amount or a mask in the low four bits. */
const ROW_SHIFT_LEFT = 0x100;
const ROW_SHIFT_RIGHT = 0x110;
const ROW_ROTATE_RIGHT = 0x120;
const ROW_SHARE = 0x150;
const ROW_XOR_MASK = 0x160;

/** Whole-wave shifts and rotations, and row broadcasts (GFX9). */
const WAVE_CONTROLS: Readonly<Record<number, LaneSource>> = {
  304: (lane) => (lane === 63 ? -1 : lane + 1),
  308: (lane) => (lane + 1) & 63,
  312: (lane) => lane - 1,
  316: (lane) => (lane - 1) & 63,
  322: (lane) => (lane < 16 ? -1 : (lane & ~15) - 1),
  323: (lane) => (lane < 32 ? -1 : 31),
};

/** Controls that mirror rows and half rows. */
const MIRRORS: Readonly<Record<number, LaneSource>> = {
  320: (lane) => lane ^ 15,
  321: (lane) => lane ^ 7,
};

/** Returns the source of each lane for a DPP control, or undefined if the generation reserves the control. */
export function getDppSource(control: number, gfx: Gfx): LaneSource | undefined {
  if (control < 0x100) return (lane) => (lane & ~3) | ((control >>> (2 * (lane & 3))) & 3);
  const fixed = MIRRORS[control] ?? (gfx === 'gfx9' ? WAVE_CONTROLS[control] : undefined);
  if (fixed !== undefined) return fixed;
  const amount = control & 15;
  if (amount === 0 && control < ROW_SHARE) return undefined;
  switch (control & ~15) {
    case ROW_SHIFT_LEFT:
      return (lane) => ((lane & 15) + amount > 15 ? -1 : lane + amount);
    case ROW_SHIFT_RIGHT:
      return (lane) => ((lane & 15) < amount ? -1 : lane - amount);
    case ROW_ROTATE_RIGHT:
      return (lane) => (lane & ~15) | ((lane - amount) & 15);
    case ROW_SHARE:
      return gfx === 'gfx9' ? undefined : (lane) => (lane & ~15) | amount;
    case ROW_XOR_MASK:
      return gfx === 'gfx9' ? undefined : (lane) => lane ^ amount;
    default:
      return undefined;
  }
}

/** Returns the source of each lane for a DPP8 selector. */
export function getDpp8Source(selectors: number): LaneSource {
  return (lane) => (lane & ~7) | ((selectors >>> (3 * (lane & 7))) & 7);
}

/** How a gather treats lanes without a valid source, and which lanes it may write. */
export interface GatherRules {
  /** Whether inactive lanes may be read. */
  readonly fetchInactive: boolean;
  /** Whether lanes without a valid source read zero. Otherwise, their destination is preserved. */
  readonly zeroInvalidLanes: boolean;
  /** Mask of the participating rows. */
  readonly rowMask: number;
  /** Mask of the participating banks. */
  readonly bankMask: number;
}

/** Returns each lane's source under the row and bank masks: -1 if it has none, -2 if the lane does not participate. */
function findSources(lanes: number, source: LaneSource, { rowMask, bankMask }: GatherRules): Int8Array {
  return Int8Array.from({ length: lanes }, (_, lane) => {
    if (((rowMask >>> (lane >>> 4)) & (bankMask >>> ((lane >>> 2) & 3)) & 1) === 0) return -2;
    const sourceLane = source(lane);
    return sourceLane < lanes ? sourceLane : -1;
  });
}

/**
 * Creates an instruction's gather function, which fills `into` from the VGPR at element `first` and sets `result` to
 * the lanes to write, a subset of EXEC.
 */
export function makeGather(
  first: number,
  lanes: number,
  source: LaneSource,
  rules: GatherRules,
  into: GatheredDwords,
): (wave: WaveState, result: { lo: number; hi: number }) => void {
  const sources = findSources(lanes, source, rules);
  return (wave, result) => {
    const { s, v } = wave;
    const writtenLanes = [0, 0];
    for (let lane = 0; lane < lanes; lane++) {
      const sourceLane = sources[lane];
      const isValid = sourceLane >= 0 && (rules.fetchInactive || isLaneActive(wave, sourceLane));
      into.v[lane] = isValid ? v[first + sourceLane] : 0;
      if (sourceLane !== -2 && (isValid || rules.zeroInvalidLanes)) writtenLanes[lane >>> 5] |= 1 << lane;
    }
    result.lo = writtenLanes[0] & s[SCALAR.EXEC_LO];
    result.hi = writtenLanes[1] & s[SCALAR.EXEC_HI];
  };
}

/** Returns whether any active lane may keep its old destination value. */
export function mayPreserveDestination(lanes: number, source: LaneSource, rules: GatherRules): boolean {
  const sources = findSources(lanes, source, rules);
  if (sources.includes(-2)) return true;
  if (rules.zeroInvalidLanes) return false;
  return !rules.fetchInactive || sources.includes(-1);
}
