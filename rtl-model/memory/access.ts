import type { MemoryOperation, MemoryRequest } from '../../arch/index.js';
import type { AddressMap } from './address-map.js';

/** Data slots between one dword of a lane and the next. */
const LANES_MAX = 64;

/**
 * Performs a request on memory at once. Returns the first address that nothing is mapped at, or -1. Lanes whose
 * address the range check dropped load zero and store nothing.
 */
export function performAccess(map: AddressMap, operation: MemoryOperation, request: MemoryRequest): number {
  const fault = performHalf(map, operation, request, request.lanesLo, 0);
  return fault >= 0 ? fault : performHalf(map, operation, request, request.lanesHi, 32);
}

function performHalf(
  map: AddressMap,
  operation: MemoryOperation,
  request: MemoryRequest,
  lanes: number,
  first: number,
): number {
  let left = lanes;
  while (left !== 0) {
    const bit = 31 - Math.clz32(left & -left);
    left &= left - 1;
    const lane = first + bit;
    const address = request.addresses[lane];
    if (address < 0) {
      if (operation.access !== 'store') clearLane(operation, request.data, lane);
      continue;
    }
    const offset = map.offsetOf(address, operation.bytes);
    if (offset < 0) return address;
    performLane(map, operation, request, lane, offset);
  }
  return -1;
}

function clearLane(operation: MemoryOperation, data: Int32Array, lane: number): void {
  for (let dword = 0; dword < operation.dwords; dword++) data[dword * LANES_MAX + lane] = 0;
}

function performLane(
  map: AddressMap,
  operation: MemoryOperation,
  request: MemoryRequest,
  lane: number,
  offset: number,
): void {
  const { data } = request;
  if (operation.bytes < 4 || (offset & 3) !== 0) {
    performBytes(map.bytes, operation, data, lane, offset);
    return;
  }
  const word = offset >> 2;
  if (operation.access === 'load') {
    for (let dword = 0; dword < operation.dwords; dword++)
      data[dword * LANES_MAX + lane] = map.words[word + dword];
  } else {
    for (let dword = 0; dword < operation.dwords; dword++)
      map.words[word + dword] = data[dword * LANES_MAX + lane];
  }
}

/** Accesses below a dword, and dwords off their natural alignment, which buffers allow in unaligned mode. */
function performBytes(
  bytes: Uint8Array,
  operation: MemoryOperation,
  data: Int32Array,
  lane: number,
  offset: number,
): void {
  if (operation.access === 'load') {
    clearLane(operation, data, lane);
    for (let i = 0; i < operation.bytes; i++) {
      data[(i >> 2) * LANES_MAX + lane] |= bytes[offset + i] << ((i & 3) * 8);
    }
  } else {
    for (let i = 0; i < operation.bytes; i++) {
      bytes[offset + i] = data[(i >> 2) * LANES_MAX + lane] >>> ((i & 3) * 8);
    }
  }
}
