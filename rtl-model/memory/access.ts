import { assert } from '../kernel/assert.js';
import { type AccessRecord, MAX_LANES } from './access-record.js';
import type { AddressMap } from './address-map.js';
import { performAtomicOfLane } from './atomic.js';

/**
 * Performs a located access directly on GL2's data, lane by lane. The result is immediately visible to all waves. Lanes
 * dropped by the range check load zero and store nothing.
 */
export function performOnWindow(map: AddressMap, record: AccessRecord): void {
  const { access } = record.operation;
  assert(record.fault === '', 'a faulting access is never performed');
  if (access === 'atomic') forEachLane(record, (lane) => performAtomic(map.words, record, lane));
  else if (isBytewise(record)) forEachLane(record, (lane) => performBytes(map.bytes, record, lane));
  else if (access === 'load') {
    for (let base = 0; base < countAddresses(record); base += MAX_LANES) {
      loadWords(map.words, record, record.lanesLo, base);
      loadWords(map.words, record, record.lanesHi, base + 32);
    }
  } else {
    for (let base = 0; base < countAddresses(record); base += MAX_LANES) {
      storeWords(map.words, record, record.lanesLo, base);
      storeWords(map.words, record, record.lanesHi, base + 32);
    }
  }
}

/**
 * Whether the access is performed byte by byte: it is smaller than a dword, or its dwords are unaligned, which
 * is allowed for buffers in unaligned mode.
 */
export function isBytewise(record: AccessRecord): boolean {
  return record.operation.bytes < 4 || (record.offsetBits & 3) !== 0;
}

/** Counts the addresses in a record: one per lane, or one per lane for each texel, grouped by texel. */
export function countAddresses({ operation }: AccessRecord): number {
  return MAX_LANES * (operation.texelsPerLane ?? 1);
}

/**
 * Visits the active lanes in ascending order. If lanes have several texels, all active lanes are visited once per
 * texel.
 */
export function forEachLane(record: AccessRecord, visit: (lane: number) => void): void {
  const count = countAddresses(record);
  for (let base = 0; base < count; base += MAX_LANES) {
    for (let bits = record.lanesLo; bits !== 0; bits &= bits - 1) visit(base + 31 - Math.clz32(bits & -bits));
    for (let bits = record.lanesHi; bits !== 0; bits &= bits - 1) visit(base + 63 - Math.clz32(bits & -bits));
  }
}

/** Sets the data of a lane to zero. */
export function clearLane({ operation, data }: AccessRecord, lane: number): void {
  for (let dword = 0; dword < operation.dwords; dword++) data[dword * MAX_LANES + lane] = 0;
}

function loadWords(words: Int32Array, record: AccessRecord, lanes: number, base: number): void {
  const { data, offsets, operation } = record;
  const { dwords } = operation;
  if (lanes === -1 && dwords === 1) {
    for (let lane = base; lane < base + 32; lane++)
      data[lane] = offsets[lane] < 0 ? 0 : words[offsets[lane] >> 2];
    return;
  }
  for (let bits = lanes; bits !== 0; bits &= bits - 1) {
    const lane = base + 31 - Math.clz32(bits & -bits);
    const offset = offsets[lane];
    if (offset < 0) clearLane(record, lane);
    else {
      for (let dword = 0; dword < dwords; dword++) {
        data[dword * MAX_LANES + lane] = words[(offset >> 2) + dword];
      }
    }
  }
}

function storeWords(words: Int32Array, record: AccessRecord, lanes: number, base: number): void {
  const { data, offsets, operation } = record;
  const { dwords } = operation;
  if (lanes === -1 && dwords === 1) {
    for (let lane = base; lane < base + 32; lane++) {
      if (offsets[lane] >= 0) words[offsets[lane] >> 2] = data[lane];
    }
    return;
  }
  for (let bits = lanes; bits !== 0; bits &= bits - 1) {
    const lane = base + 31 - Math.clz32(bits & -bits);
    const offset = offsets[lane];
    if (offset < 0) continue;
    for (let dword = 0; dword < dwords; dword++) {
      words[(offset >> 2) + dword] = data[dword * MAX_LANES + lane];
    }
  }
}

function performAtomic(words: Int32Array, record: AccessRecord, lane: number): void {
  const { data, offsets, operation } = record;
  if (offsets[lane] < 0) {
    clearLane(record, lane);
    return;
  }
  assert((offsets[lane] & (operation.bytes - 1)) === 0, 'atomics are aligned');
  performAtomicOfLane(words, offsets[lane] >> 2, operation, data, lane);
}

function performBytes(bytes: Uint8Array, record: AccessRecord, lane: number): void {
  const { data, offsets, operation } = record;
  const offset = offsets[lane];
  if (operation.access === 'load') {
    clearLane(record, lane);
    if (offset < 0) return;
    for (let i = 0; i < operation.bytes; i++) {
      data[(i >> 2) * MAX_LANES + lane] |= bytes[offset + i] << ((i & 3) * 8);
    }
  } else if (offset >= 0) {
    for (let i = 0; i < operation.bytes; i++) {
      bytes[offset + i] = data[(i >> 2) * MAX_LANES + lane] >>> ((i & 3) * 8);
    }
  }
}
