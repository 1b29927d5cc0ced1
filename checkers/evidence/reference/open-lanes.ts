import {
  type Instruction,
  type MemoryOperation,
  type MemoryRequest,
  SCALAR,
  type WaveState,
} from '../../../arch/index.js';
import { hasLane } from '../basics/words.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { getSources } from '../program/export-sources.js';
import { type ReferenceFacts, type ReferenceObserver, runReference } from './execute.js';
import type { TouchMap } from './touch-map.js';
import { readsUnordered } from './touching.js';

/** Stride between a lane's consecutive dwords in `data`, and between its texels in `addresses`. */
const DATA_STRIDE = 64;

/** The 32-bit FNV prime. */
const PRIME = 0x01000193;

const WORD_RANGE = 2 ** 32;

/** Hashes the stores, atomics and exports of each covered lane, in program order. */
class LaneEffects implements ReferenceObserver {
  private readonly hashes = new Map<WaveRecord, Int32Array>();

  /** Hashes the addresses and data of a store or atomic, before it is performed. */
  readonly beforeAccess = (
    wave: WaveRecord,
    { access, dwords, texelsPerLane = 1 }: MemoryOperation,
    { lanesLo, lanesHi, addresses, data }: MemoryRequest,
  ): void => {
    if (access === 'load') return;
    this.forEachLane(wave, lanesLo, lanesHi, (lane, add) => {
      for (let texel = 0; texel < texelsPerLane; texel++) {
        const index = texel * DATA_STRIDE + lane;
        add(addresses[index] % WORD_RANGE);
        add(addresses[index] / WORD_RANGE);
        for (let d = 0; d < dwords; d++) add(data[d * DATA_STRIDE + index]);
      }
    });
  };

  /** Hashes the target and data of an export. */
  readonly onExport = (wave: WaveRecord, { export: operation }: Instruction, state: WaveState): void => {
    if (operation === undefined) return;
    const { s, v, lanes } = state;
    this.forEachLane(wave, s[SCALAR.EXEC_LO], s[SCALAR.EXEC_HI], (lane, add) => {
      add(operation.target);
      for (const source of getSources(operation)) add(v[operation.sources[source] * lanes + lane]);
    });
  };

  /** Calls `report` for each covered lane whose effects differ, in content or order, between this run and `other`. */
  visitDifferences(other: LaneEffects, report: (wave: WaveRecord, lane: number) => void): void {
    for (const wave of new Set([...this.hashes.keys(), ...other.hashes.keys()])) {
      const [ours, theirs] = [this.hashes.get(wave), other.hashes.get(wave)];
      for (let lane = 0; lane < wave.lanePixels.length; lane++)
        if ((ours?.[lane] ?? 0) !== (theirs?.[lane] ?? 0)) report(wave, lane);
    }
  }

  private forEachLane(
    wave: WaveRecord,
    lanesLo: number,
    lanesHi: number,
    visit: (lane: number, add: (word: number) => void) => void,
  ): void {
    const hashes = this.hashes.get(wave) ?? new Int32Array(wave.lanePixels.length);
    this.hashes.set(wave, hashes);
    for (let lane = 0; lane < hashes.length; lane++) {
      if (wave.lanePixels[lane] < 0 || !hasLane(lanesLo, lanesHi, lane)) continue;
      visit(lane, (word) => {
        hashes[lane] = Math.imul(hashes[lane] ^ (word | 0), PRIME) + 1;
      });
    }
  }
}

/** Waves whose results depend on nondeterministic reads, each with its affected lanes. */
export type UndeterminedLanes = ReadonlyMap<WaveRecord, ReadonlySet<number> | 'all'>;

/** Criteria for nondeterministic reads, which may return more than one valid value. */
interface UndeterminedReads {
  /** The accesses to each word. */
  readonly touches: TouchMap;
  readonly reads: (wave: WaveRecord, operation: MemoryOperation) => boolean;
  /** Whether the order of a wave's invocations relative to others at the same location is known. */
  readonly isOrderKnown: (wave: WaveRecord) => boolean;
}

/**
 * Ways to alter a word read by a helper lane. Between them, they change its sign, its magnitude, and whether it
 * is zero.
 */
const ALTERATIONS: readonly ((word: number) => number)[] = [
  (word) => ~word,
  (word) => word ^ 0x40404040,
  () => 0,
];

/**
 * Re-executes waves in the given order, to find results that may legitimately vary. If a covered lane or the scalar
 * unit reads a nondeterministic value, all of the wave's results are undetermined. Helper lanes may at any time read
 * data that other waves are writing, but the values rarely reach a covered lane, so a covered lane's results are
 * undetermined only if they change when helper lanes read different values.
 */
export function findUndeterminedLanes(
  facts: ReferenceFacts & { readonly grid: ScreenGrid },
  waves: readonly WaveRecord[],
  { touches, reads: mayVary, isOrderKnown }: UndeterminedReads,
): UndeterminedLanes {
  const undeterminedLanes = new Map<WaveRecord, Set<number> | 'all'>();
  const effects = new LaneEffects();
  let hasHelperReads = false;
  runReference(facts, waves, {
    ...effects,
    beforeAccess: (wave, operation, request) => {
      effects.beforeAccess(wave, operation, request);
      if (!mayVary(wave, operation)) return;
      hasHelperReads ||= findUndeterminedHelperReads(touches, wave, operation, request).length > 0;
      if (undeterminedLanes.has(wave)) return;
      if (readsUnordered(touches, facts.grid, wave, operation, request, isOrderKnown(wave)))
        undeterminedLanes.set(wave, 'all');
    },
  });
  for (const alter of hasHelperReads ? ALTERATIONS : []) {
    const altered = new LaneEffects();
    runReference(facts, waves, {
      ...altered,
      afterAccess: (wave, operation, request) => {
        if (!mayVary(wave, operation)) return;
        for (const index of findUndeterminedHelperReads(touches, wave, operation, request))
          for (let d = 0; d < operation.dwords; d++)
            request.data[d * DATA_STRIDE + index] = alter(request.data[d * DATA_STRIDE + index]);
      },
    });
    effects.visitDifferences(altered, (wave, lane) => {
      const lanes = undeterminedLanes.get(wave) ?? new Set();
      if (lanes !== 'all') undeterminedLanes.set(wave, lanes.add(lane));
    });
  }
  return undeterminedLanes;
}

/** Returns the indices in `addresses` at which a helper lane reads a word that covered lanes write. */
function findUndeterminedHelperReads(
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

/** The key for lanes without a location. */
const NO_KEY = -1;
