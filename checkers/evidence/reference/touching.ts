import type { MemoryOperation, MemoryRequest } from '../../../arch/index.js';
import { hasLane, LANES_PER_WORD } from '../basics/lanes.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { type TouchMap, updateOf } from './touch-map.js';

const MAX_LANES = 64;

/** The key of the scalar unit, which owns no memory. */
const NO_KEY = -1;

/** The active lanes of an access, in the form that transactions and requests use. */
export interface TouchingLanes {
  readonly lanesLo: number;
  readonly lanesHi: number;
  readonly addresses: Float64Array;
}

/** The effect of an access at each address. */
export interface Touch {
  readonly bytes: number;
  readonly writes: boolean;
  /** How an atomic changes the contents (`TouchMap`). */
  readonly update?: number | undefined;
  /** Whether the order of sections at a place is known, even under an unordered interlock. */
  readonly knowsOrder?: boolean;
  /** Number of addresses per lane, 64 apart; by default, one. */
  readonly texelsPerLane?: number | undefined;
}

/** Returns the touch made by a memory operation of the reference. */
export function touchOf({ bytes, access, atomic, texelsPerLane }: MemoryOperation): Touch {
  const update = access === 'atomic' ? updateOf(atomic, bytes) : undefined;
  return { bytes, writes: access !== 'load', update, texelsPerLane };
}

/**
 * Marks what a wave's covered lanes touch. Under an ordered interlock, touches are keyed by place
 * (`ScreenGrid.placeOf`). Under an unordered interlock, nothing orders two invocations as far as the final
 * value is concerned, so each invocation is its own key unless their order is known.
 */
export function touchLanes(
  touches: TouchMap,
  grid: ScreenGrid,
  wave: WaveRecord,
  lanes: TouchingLanes,
  { bytes, writes, update, knowsOrder = wave.facts.ordered, texelsPerLane = 1 }: Touch,
): void {
  const { heldBits } = wave.held;
  for (let half = 0; half < wave.lanePixels.length; half += LANES_PER_WORD) {
    for (let left = half === 0 ? lanes.lanesLo : lanes.lanesHi; left !== 0; left &= left - 1) {
      const lane = half + 31 - Math.clz32(left & -left);
      if (wave.lanePixels[lane] < 0) continue;
      const key = touchKey(grid, wave, lane, knowsOrder);
      const mask = heldBits.length > 0 ? heldBits[lane] : 1;
      for (let texel = 0; texel < texelsPerLane; texel++) {
        touches.touch(lanes.addresses[texel * MAX_LANES + lane], bytes, key, mask, writes, update);
      }
    }
  }
}

/**
 * Returns whether a covered lane of the wave, or its scalar unit, reads data of invocations with which it is
 * not ordered.
 */
export function readsUnordered(
  touches: TouchMap,
  grid: ScreenGrid,
  wave: WaveRecord,
  { space, bytes, texelsPerLane = 1 }: MemoryOperation,
  { lanesLo, lanesHi, addresses }: MemoryRequest,
  knowsOrder = wave.facts.ordered,
): boolean {
  for (let lane = 0; lane < MAX_LANES; lane++) {
    if (!hasLane(lanesLo, lanesHi, lane)) continue;
    const isHelper = space !== 'scalar' && !(wave.lanePixels[lane] >= 0);
    if (isHelper) continue;
    const key = space === 'scalar' ? NO_KEY : touchKey(grid, wave, lane, knowsOrder);
    for (let texel = 0; texel < texelsPerLane; texel++) {
      if (touches.isUnordered(addresses[texel * MAX_LANES + lane], bytes, key)) return true;
    }
  }
  return false;
}

/** Marks as undefined what a wave's covered lanes, or some of them, wrote. */
export function markUndefined(
  touches: TouchMap,
  grid: ScreenGrid,
  wave: WaveRecord,
  lanes: ReadonlySet<number> | 'all',
  knowsOrder = wave.facts.ordered,
): void {
  wave.lanePixels.forEach((pixel, lane) => {
    if (pixel >= 0 && (lanes === 'all' || lanes.has(lane)))
      touches.markUndefined(touchKey(grid, wave, lane, knowsOrder));
  });
}

/** Returns the key of what orders an invocation: its place, or only the invocation itself. */
function touchKey(grid: ScreenGrid, wave: WaveRecord, lane: number, knowsOrder: boolean): number {
  if (knowsOrder) return grid.placeOf(wave.lanePixels[lane]);
  return grid.width * grid.height + wave.order * MAX_LANES + lane;
}
