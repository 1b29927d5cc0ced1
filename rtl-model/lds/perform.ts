import type { MemoryOperation, MemoryRequest } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import { MAX_LANES } from '../memory/access-record.js';
import { performAtomicOfLane } from '../memory/atomic.js';

/**
 * Performs an indexed access on a wave's LDS allocation, or on the GDS. Addresses are in bytes from the start
 * of `words`. They are rounded down to a multiple of the element size, or to 4 bytes for elements larger than
 * a dword. Past the end, or at address -1, loads return zero and stores are dropped.
 */
export function performIndexed(words: Int32Array, operation: MemoryOperation, request: MemoryRequest): void {
  assert(operation.dwords * MAX_LANES <= request.data.length, 'the request has room for its dwords');
  performLanes(words, operation, request, request.lanesLo, 0);
  performLanes(words, operation, request, request.lanesHi, 32);
}

function performLanes(
  words: Int32Array,
  operation: MemoryOperation,
  request: MemoryRequest,
  lanes: number,
  first: number,
): void {
  const { bytes, dwords, access } = operation;
  const { data } = request;
  for (let bits = lanes; bits !== 0; bits &= bits - 1) {
    const lane = first + 31 - Math.clz32(bits & -bits);
    const address = request.addresses[lane] - (request.addresses[lane] % Math.min(bytes, 4));
    if (request.addresses[lane] < 0 || address + bytes > 4 * words.length) {
      for (let dword = 0; dword < dwords; dword++) data[dword * MAX_LANES + lane] = 0;
    } else if (bytes < 4) performSubDword(words, operation, data, lane, address);
    else if (access === 'atomic') performAtomicOfLane(words, address >> 2, operation, data, lane);
    else performWords(words, operation, data, lane, address >> 2);
  }
}

function performWords(
  words: Int32Array,
  { access, dwords }: MemoryOperation,
  data: Int32Array,
  lane: number,
  word: number,
): void {
  for (let dword = 0; dword < dwords; dword++) {
    if (access === 'load') data[dword * MAX_LANES + lane] = words[word + dword];
    else words[word + dword] = data[dword * MAX_LANES + lane];
  }
}

function performSubDword(
  words: Int32Array,
  { access, bytes }: MemoryOperation,
  data: Int32Array,
  lane: number,
  address: number,
): void {
  const word = address >> 2;
  const shift = (address & 3) * 8;
  const mask = (1 << (8 * bytes)) - 1;
  if (access === 'load') data[lane] = (words[word] >>> shift) & mask;
  else words[word] = (words[word] & ~(mask << shift)) | ((data[lane] & mask) << shift);
}
