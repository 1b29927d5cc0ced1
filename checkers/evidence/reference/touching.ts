import type { MemoryOperation, MemoryRequest } from '../../../arch/index.js';
import { hasLane, LANES_PER_WORD } from '../basics/words.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { getUpdate, type TouchMap } from './touch-map.js';

const MAX_LANES = 64;

/** The key for the scalar unit, which has no location. */
const NO_KEY = -1;

/** The active lanes of an access, with their addresses. Both transactions and requests have these fields. */
type AccessLanes = Readonly<Pick<MemoryRequest, 'lanesLo' | 'lanesHi' | 'addresses'>>;

/** How a wave's access uses the words at each address. */
interface Access {
  readonly bytes: number;
  readonly writes: boolean;
  /** How an atomic changes its words (`TouchMap`). */
  readonly update?: number | undefined;
  /** Whether the order of sections at a location is known, even if the interlock is unordered. */
  readonly isOrderKnown?: boolean;
  /** Number of addresses per lane, 64 elements apart. Defaults to one. */
  readonly texelsPerLane?: number | undefined;
}

/** Returns how a memory operation accesses words in the reference. */
export function createAccess({ bytes, access, atomic, texelsPerLane }: MemoryOperation): Access {
  const update = access === 'atomic' ? getUpdate(atomic, bytes) : undefined;
  return { bytes, writes: access !== 'load', update, texelsPerLane };
}

/**
 * Records the words that a wave's covered lanes access. Under an ordered interlock, keys are locations
 * (`ScreenGrid.getLocation`). Under an unordered interlock, the final value depends on the actual order, so each
 * invocation gets its own key unless that order is known. Reads by a draw without an interlock do not count if it waits
 * for all others: they cannot affect any word, and do not disturb the order of those that write it.
 */
export function touchLanes(
  accesses: TouchMap,
  grid: ScreenGrid,
  wave: WaveRecord,
  lanes: AccessLanes,
  { bytes, writes, update, isOrderKnown = wave.facts.ordered, texelsPerLane = 1 }: Access,
): void {
  const { draw, interlocked } = wave.facts;
  if (!writes && !interlocked && draw.boundary?.includes('wait')) return;
  const { heldBits } = wave.held;
  for (let half = 0; half < wave.lanePixels.length; half += LANES_PER_WORD)
    for (
      let remaining = half === 0 ? lanes.lanesLo : lanes.lanesHi;
      remaining !== 0;
      remaining &= remaining - 1
    ) {
      const lane = half + 31 - Math.clz32(remaining & -remaining);
      if (wave.lanePixels[lane] < 0) continue;
      const key = getAccessKey(grid, wave, lane, isOrderKnown);
      const mask = heldBits.length > 0 ? heldBits[lane] : 1;
      for (let texel = 0; texel < texelsPerLane; texel++)
        accesses.touch(lanes.addresses[texel * MAX_LANES + lane], bytes, key, mask, writes, update);
    }
}

/**
 * Whether a covered lane of a wave, or its scalar unit, reads data written by invocations that it is not ordered with.
 */
export function readsUnordered(
  accesses: TouchMap,
  grid: ScreenGrid,
  wave: WaveRecord,
  { space, bytes, texelsPerLane = 1 }: MemoryOperation,
  { lanesLo, lanesHi, addresses }: MemoryRequest,
  isOrderKnown = wave.facts.ordered,
): boolean {
  for (let lane = 0; lane < MAX_LANES; lane++) {
    if (!hasLane(lanesLo, lanesHi, lane)) continue;
    const isHelper = space !== 'scalar' && !(wave.lanePixels[lane] >= 0);
    if (isHelper) continue;
    const key = space === 'scalar' ? NO_KEY : getAccessKey(grid, wave, lane, isOrderKnown);
    for (let texel = 0; texel < texelsPerLane; texel++)
      if (accesses.isUnordered(addresses[texel * MAX_LANES + lane], bytes, key)) return true;
  }
  return false;
}

/** Marks everything that the given covered lanes of a wave wrote as undefined. */
export function markUndefined(
  accesses: TouchMap,
  grid: ScreenGrid,
  wave: WaveRecord,
  lanes: ReadonlySet<number> | 'all',
  isOrderKnown = wave.facts.ordered,
): void {
  wave.lanePixels.forEach((pixel, lane) => {
    if (pixel >= 0 && (lanes === 'all' || lanes.has(lane)))
      accesses.markUndefined(getAccessKey(grid, wave, lane, isOrderKnown));
  });
}

/** Returns the key that a lane shares with all invocations at its location, or its own key if the order is unknown. */
function getAccessKey(grid: ScreenGrid, wave: WaveRecord, lane: number, isOrderKnown: boolean): number {
  if (isOrderKnown) return grid.getLocation(wave.lanePixels[lane]);
  return grid.width * grid.height + wave.order * MAX_LANES + lane;
}
