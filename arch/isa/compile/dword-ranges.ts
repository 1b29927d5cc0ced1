import type { WaveState } from '../../wave-state.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import { type BufferAddressing, fillBufferAddresses } from './buffer-address.js';
import { DATA_STRIDE, forEachLane } from './memory-data.js';

/** Bytes of what is checked against the range. */
const DWORD_BYTES = 4;

/**
 * Gives each dword of each lane an address of its own, 64 apart, -1 for dwords outside the descriptor's range.
 *
 * @returns whether some lane has dwords on both sides
 */
function fillEachDword(
  wave: WaveState,
  { lanesLo, lanesHi, addresses }: MemoryRequest,
  how: BufferAddressing,
  dwords: number,
): boolean {
  for (let d = 0; d < dwords; d++) {
    const own = { lanesLo, lanesHi, addresses: addresses.subarray(d * DATA_STRIDE) };
    fillBufferAddresses(wave, own, { ...how, immediate: how.immediate + d * DWORD_BYTES }, DWORD_BYTES);
  }
  let straddles = false;
  forEachLane({ lanesLo, lanesHi }, (lane) => {
    for (let d = 1; d < dwords; d++)
      straddles ||= addresses[d * DATA_STRIDE + lane] < 0 !== addresses[lane] < 0;
  });
  return straddles;
}

/**
 * Fills a request's addresses for a load or store of several dwords without conversion, each of which the hardware checks
 * against the range by itself (RDNA3.5 and MI300 manuals, "Range Checking": "Load/store-DWORD-x{2,3,4} perform range-check
 * per component"). Where a lane lies on both sides each dword has an address of its own.
 */
export function fillDwordAddresses(
  wave: WaveState,
  request: MemoryRequest,
  how: BufferAddressing,
  dwords: number,
): void {
  const leaves = fillBufferAddresses(wave, request, how, dwords * DWORD_BYTES);
  request.dwordsApart = leaves && fillEachDword(wave, request, how, dwords);
}

/** How a prepared request of such an access is performed: dword by dword where a lane lies on both sides. */
export function formByRange(operation: MemoryOperation): (request: MemoryRequest) => MemoryOperation {
  const apart = { ...operation, bytes: DWORD_BYTES, dwords: 1, texelsPerLane: operation.dwords };
  return ({ dwordsApart }) => (dwordsApart === true ? apart : operation);
}
