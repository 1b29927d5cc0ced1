import type { WaveState } from '../../wave-state.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import { type BufferAddressing, fillBufferAddresses } from './buffer-address.js';
import { DATA_STRIDE, forEachLane } from './memory-data.js';

/** Granularity of range checks, in bytes. */
const DWORD_BYTES = 4;

/**
 * Computes a separate address for each dword of each lane. A lane's addresses are 64 elements apart, and are -1 for
 * dwords outside the descriptor's range.
 *
 * @returns whether any lane is partly out of range
 */
function fillEachDword(
  wave: WaveState,
  { lanesLo, lanesHi, addresses }: MemoryRequest,
  addressing: BufferAddressing,
  dwords: number,
): boolean {
  for (let d = 0; d < dwords; d++) {
    const dwordRequest = { lanesLo, lanesHi, addresses: addresses.subarray(d * DATA_STRIDE) };
    fillBufferAddresses(
      wave,
      dwordRequest,
      { ...addressing, immediate: addressing.immediate + d * DWORD_BYTES },
      DWORD_BYTES,
    );
  }
  let hasStraddlingLane = false;
  forEachLane({ lanesLo, lanesHi }, (lane) => {
    for (let d = 1; d < dwords; d++)
      hasStraddlingLane ||= addresses[d * DATA_STRIDE + lane] < 0 !== addresses[lane] < 0;
  });
  return hasStraddlingLane;
}

/**
 * Fills in the addresses for an unconverted load or store of several dwords. The hardware checks the range of each
 * dword separately (RDNA3.5 and MI300 manuals, "Range Checking": "Load/store-DWORD-x{2,3,4} perform range-check per
 * component"). If any lane is partly out of range, every dword gets its own address.
 */
export function fillDwordAddresses(
  wave: WaveState,
  request: MemoryRequest,
  addressing: BufferAddressing,
  dwords: number,
): void {
  const hasLaneOutOfRange = fillBufferAddresses(wave, request, addressing, dwords * DWORD_BYTES);
  request.hasDwordAddresses = hasLaneOutOfRange && fillEachDword(wave, request, addressing, dwords);
}

/**
 * Returns a function that selects dword-by-dword execution for prepared requests in which any lane is partly out of
 * range.
 */
export function splitByRange(operation: MemoryOperation): (request: MemoryRequest) => MemoryOperation {
  const dwordOperation = { ...operation, bytes: DWORD_BYTES, dwords: 1, texelsPerLane: operation.dwords };
  return ({ hasDwordAddresses }) => (hasDwordAddresses === true ? dwordOperation : operation);
}
