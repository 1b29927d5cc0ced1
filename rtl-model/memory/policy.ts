import type { Gfx, MemoryOperation } from '../../arch/index.js';
import { factsOf, MIN_BYPASS_SCOPE } from '../../arch/index.js';
import type { KnobValues } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';
import { forEachLane } from './access.js';
import { type AccessRecord, MAX_LANES } from './access-record.js';
import { LINE_BYTES } from './spec.js';

/**
 * The caches that may serve an access. All other caches are bypassed, and evict the line if they hold it (S-102).
 */
export interface CachePath {
  /** Whether the nearest cache may serve it: L0, or the scalar cache for scalar loads. */
  readonly nearest: boolean;
  readonly gl1: boolean;
  /** Whether the nearest cache evicts the line that serves the access, and keeps none. */
  readonly streamsNearest: boolean;
  /** Whether GL1 evicts the line that serves the access, and keeps none. */
  readonly streamsGl1: boolean;
}

const EVICTS = setting('streamedLines', 'evicted');

/**
 * Returns the path of a load, according to its coherence bits (pops.md 6). GLC bypasses L0 and the scalar cache. DLC
 * bypasses GL1, except on GFX11, where GLC bypasses GL1 and DLC has a different meaning; GFX9 and GFX12 have no GL1 that
 * keeps lines. SLC leaves no line in the caches that the generation lists; others may still drop it (`streamedLines`).
 * On GFX12, the scope determines whether a load bypasses L0. Atomics are always performed in GL2; drivers do not set
 * their scope.
 */
function findLoadPath(
  gfx: Gfx,
  { access, glc, dlc, slc, scope }: MemoryOperation,
  { streamedLines }: Pick<KnobValues, 'streamedLines'>,
): CachePath {
  if (access === 'atomic') return { nearest: false, gl1: false, streamsNearest: false, streamsGl1: false };
  const { gl1Bit, hasGl1, slcEvicts } = factsOf(gfx);
  return {
    nearest: scope === undefined ? !glc : scope < MIN_BYPASS_SCOPE,
    gl1: hasGl1 && !(gl1Bit === 'glc' ? glc : dlc),
    streamsNearest: slc && (slcEvicts.includes('L0') || streamedLines === EVICTS),
    streamsGl1: slc && slcEvicts.includes('GL1'),
  };
}

const STAYS = setting('wholeLineStores', 'stay');

/**
 * Returns whether a store completes in L0: on some generations, one without GLC that overwrites whole lines may stay
 * there until it is written back. All other stores write through to GL2 (Mesa, `ac_get_hw_cache_flags`).
 */
function staysInL0(
  gfx: Gfx,
  record: AccessRecord,
  { wholeLineStores }: Pick<KnobValues, 'wholeLineStores'>,
): boolean {
  const { access, glc } = record.operation;
  if (access !== 'store' || glc || !factsOf(gfx).wholeLinesStayInL0) return false;
  return wholeLineStores === STAYS && overwritesWholeLines(record);
}

function overwritesWholeLines(record: AccessRecord): boolean {
  const { lineCount, offsets, operation } = record;
  const lineBytes = lineCount * LINE_BYTES;
  if (lineCount === 0 || MAX_LANES * operation.bytes < lineBytes) return false;
  const written = new Set<number>();
  forEachLane(record, (lane) => {
    if (offsets[lane] >= 0)
      for (let byte = 0; byte < operation.bytes; byte++) written.add(offsets[lane] + byte);
  });
  return written.size === lineBytes;
}

/** The outputs of caches and memory paths. */
export const CLEAN_MEMORY = {
  /** The operation actually sent for an instruction. */
  sentOperation: (operation: MemoryOperation): MemoryOperation => operation,
  /** Whether a store completes in L0 rather than writing through to GL2. */
  staysInL0,
  /** The caches that may serve a load. */
  getPath: findLoadPath,
  /** The key of a line in the nearest cache; `lines` is the number of lines in the window. */
  getKey: (_operation: MemoryOperation, line: number, _lines: number): number => line,
  /** Number of keys in the nearest cache. */
  getKeyCount: (lines: number): number => lines,
  /** Returns the compute unit whose L0 an access uses; `cu` is the one of its wave. */
  getUnit: (cu: number): number => cu,
  /** The number of sets in a cache; `sets` is the correct one. */
  getSetCount: (sets: number): number => sets,
};
