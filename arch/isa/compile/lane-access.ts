import type { WaveState } from '../../wave-state.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import { countAtomicValues, getVectorCounter, type MemoryRow } from '../rows/memory-row.js';
import { returnsOldValue } from '../scope.js';
import { getCacheBits } from './buffer-address.js';
import type { CompileContext } from './context.js';
import {
  activateExecLanes,
  gatherData,
  scatterData,
  scatterNarrow,
  shiftUpperHalvesDown,
} from './memory-data.js';

/** Computes the address of each active lane of a request. */
export type Fill = (wave: WaveState, request: MemoryRequest) => void;

/** The properties that differ between accesses with per-lane addresses. */
interface LaneAccess {
  readonly space: MemoryOperation['space'];
  readonly fill: Fill;
  /** Index in `v` of the first lane's data to store. */
  readonly source: number;
  /** Index in `v` of the first lane's result, for loads and returning atomics. */
  readonly destination: number;
}

/** Returns the number of data dwords that a row needs. A compare-and-swap carries two values. */
export function countDataDwords(row: MemoryRow): number {
  return Math.max(1, row.bytes / 4) * countAtomicValues(row);
}

/** Returns whether an instruction is an atomic that returns the old value. */
export function isReturningAtomic(row: MemoryRow, context: CompileContext): boolean {
  return row.access === 'atomic' && returnsOldValue(context.raw.fields);
}

/** Builds a load, store or atomic whose addresses come from a buffer descriptor or from registers. */
export function makeLaneAccess(
  row: MemoryRow,
  context: CompileContext,
  { space, fill, source, destination }: LaneAccess,
): MemoryOperation {
  const { access, atomic, bytes } = row;
  const returns = isReturningAtomic(row, context);
  const dwords = countDataDwords(row);
  const usesUpperHalf = access === 'store' && row.half === 'high';
  return {
    space,
    access,
    ...(atomic === undefined ? {} : { atomic }),
    returns,
    bytes,
    dwords,
    counter: getVectorCounter(row, returns, context.gfx),
    ...getCacheBits(context),
    prepare: (wave, request) => {
      activateExecLanes(wave, request);
      fill(wave, request);
      if (access !== 'load') gatherData(wave, request, source, dwords);
      if (usesUpperHalf) shiftUpperHalvesDown(request);
    },
    deliver: (wave, request) => {
      if (bytes < 4) scatterNarrow(wave, request, destination, row);
      else scatterData(wave, request, destination, bytes / 4);
    },
  };
}
