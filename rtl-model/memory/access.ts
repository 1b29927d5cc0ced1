import type { MemoryOperation, MemoryRequest } from '../../arch/index.js';
import type { AddressMap } from './address-map.js';
import { join64, performAtomic32, performAtomic64 } from './atomic.js';

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
  if (operation.access === 'atomic') {
    performAtomic(map.words, operation, data, lane, offset >> 2);
    return;
  }
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

/** The operand comes first in the data, then what cmpswap compares with; the old value takes the operand's place. */
function performAtomic(
  words: Int32Array,
  operation: MemoryOperation,
  data: Int32Array,
  lane: number,
  word: number,
): void {
  const name = operation.atomic!;
  const dword = (i: number): number => data[i * LANES_MAX + lane];
  if (operation.bytes === 4) {
    data[lane] = performAtomic32(words, word, name, dword(0), dword(1));
    return;
  }
  const old = performAtomic64(words, word, name, join64(dword(0), dword(1)), join64(dword(2), dword(3)));
  data[lane] = Number(old & 0xffffffffn) | 0;
  data[LANES_MAX + lane] = Number(old >> 32n) | 0;
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
