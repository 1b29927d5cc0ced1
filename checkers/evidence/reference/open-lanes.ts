import type { MemoryOperation, MemoryRequest } from '../../../arch/index.js';
import { hasLane } from '../basics/lanes.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { type ReferenceFacts, runReference } from './execute.js';
import { LaneEffects } from './lane-effects.js';
import type { TouchMap } from './touch-map.js';
import { readsUnordered } from './touching.js';

/**
 * Maps each wave whose results depend on reads without a unique correct value to the lanes that have such
 * results.
 */
export type OpenLanes = ReadonlyMap<WaveRecord, ReadonlySet<number> | 'all'>;

/** How to find the reads that have no unique correct value. */
export interface OpenReads {
  /** The accesses to each word. */
  readonly touches: TouchMap;
  /** Returns whether an operation of the wave may return such a value. */
  readonly reads: (wave: WaveRecord, operation: MemoryOperation) => boolean;
  /** Returns whether the order of the wave's invocations relative to others at their place is known. */
  readonly knowsOrder: (wave: WaveRecord) => boolean;
}

const DATA_STRIDE = 64;

/**
 * Replacements for a word that a helper lane reads. Between them, they change its sign, its magnitude, and
 * whether it is zero.
 */
const ALTERATIONS: readonly ((word: number) => number)[] = [
  (word) => ~word,
  (word) => word ^ 0x40404040,
  () => 0,
];

/**
 * Executes the waves again, in the order passed, to find results without a unique correct value. If a covered
 * lane or the scalar unit reads such a value, all results of the wave are open. Helper lanes may read what
 * other waves write at any time, but their values rarely reach a covered lane. So the results of a covered
 * lane are open if they change when helper lanes read something else.
 */
export function findOpenLanes(
  ledgers: ReferenceFacts & { readonly grid: ScreenGrid },
  waves: readonly WaveRecord[],
  { touches, reads, knowsOrder }: OpenReads,
): OpenLanes {
  const open = new Map<WaveRecord, Set<number> | 'all'>();
  const effects = new LaneEffects();
  let hasHelperReads = false;
  runReference(ledgers, waves, {
    ...effects,
    beforeAccess: (wave, operation, request) => {
      effects.beforeAccess(wave, operation, request);
      if (!reads(wave, operation)) return;
      hasHelperReads ||= openHelpers(touches, wave, operation, request).length > 0;
      if (open.has(wave)) return;
      if (readsUnordered(touches, ledgers.grid, wave, operation, request, knowsOrder(wave)))
        open.set(wave, 'all');
    },
  });
  for (const alter of hasHelperReads ? ALTERATIONS : []) {
    const altered = new LaneEffects();
    runReference(ledgers, waves, {
      ...altered,
      afterAccess: (wave, operation, request) => {
        if (!reads(wave, operation)) return;
        for (const index of openHelpers(touches, wave, operation, request))
          for (let d = 0; d < operation.dwords; d++)
            request.data[d * DATA_STRIDE + index] = alter(request.data[d * DATA_STRIDE + index]);
      },
    });
    effects.differences(altered, (wave, lane) => {
      const lanes = open.get(wave) ?? new Set();
      if (lanes !== 'all') open.set(wave, lanes.add(lane));
    });
  }
  return open;
}

/**
 * Returns the indices of a request's addresses at which a helper lane reads a word that a covered lane
 * writes.
 */
function openHelpers(
  touches: TouchMap,
  { lanePixels }: WaveRecord,
  { space, bytes, texelsPerLane = 1 }: MemoryOperation,
  { lanesLo, lanesHi, addresses }: MemoryRequest,
): readonly number[] {
  const indices: number[] = [];
  if (space === 'scalar') return indices;
  for (let lane = 0; lane < lanePixels.length; lane++) {
    if (lanePixels[lane] >= 0 || !hasLane(lanesLo, lanesHi, lane)) continue;
    for (let texel = 0; texel < texelsPerLane; texel++) {
      const index = texel * DATA_STRIDE + lane;
      if (touches.isUnordered(addresses[index], bytes, NO_KEY)) indices.push(index);
    }
  }
  return indices;
}

/** The key of a lane that owns no memory. */
const NO_KEY = -1;
