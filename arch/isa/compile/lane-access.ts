import type { WaveState } from '../../wave-state.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import { countDataDwords, getAccessCounter, type MemoryRow } from '../rows/memory-row.js';
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
  /** The first register with data to store. */
  readonly source: number;
  /** The first register that receives the result of a load or returning atomic. */
  readonly destination: number;
}

/** Returns the properties of an access that follow from its row and its encoding. */
export function makeAccess(
  row: MemoryRow,
  context: CompileContext,
  space: MemoryOperation['space'],
): Omit<MemoryOperation, 'prepare' | 'deliver'> {
  const { access, atomic, bytes } = row;
  const returns = access === 'atomic' && (row.returns === true || returnsOldValue(context.raw.fields));
  return {
    space,
    access,
    atomic,
    returns,
    bytes,
    dwords: countDataDwords(row),
    counter: getAccessCounter(row, returns, context.gfx),
    ...getCacheBits(context),
  };
}

/** Builds a load, store or atomic whose addresses come from a buffer descriptor or from registers. */
export function makeLaneAccess(
  row: MemoryRow,
  context: CompileContext,
  { space, fill, source, destination }: LaneAccess,
): MemoryOperation {
  const { bytes } = row;
  const operation = makeAccess(row, context, space);
  const { access, dwords } = operation;
  if (access !== 'load') context.uses.vector(source, dwords);
  else if (row.half !== undefined) context.uses.vector(destination);
  if (access === 'load' || operation.returns) context.defines.vector(destination, Math.max(1, bytes / 4));
  const usesUpperHalf = access === 'store' && row.half === 'high';
  const [from, to] = [source * context.lanes, destination * context.lanes];
  return {
    ...operation,
    prepare: (wave, request) => {
      activateExecLanes(wave, request);
      fill(wave, request);
      if (access !== 'load') gatherData(wave, request, from, dwords);
      if (usesUpperHalf) shiftUpperHalvesDown(request);
    },
    deliver: (wave, request) => {
      if (bytes < 4) scatterNarrow(wave, request, to, row);
      else scatterData(wave, request, to, bytes / 4);
    },
  };
}
