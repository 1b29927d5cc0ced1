import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import type { WaveState } from '../../wave-state.js';
import { ADDRESS_LIMIT, advance, decodeOffset, joinAddress } from '../addressing.js';
import { type MemoryRequest, UnsupportedOperation } from '../instruction.js';
import type { CompileContext } from './context.js';

/** How a buffer's records are interleaved. A block stores its records element by element. */
interface Interleaving {
  readonly recordsPerBlock: number;
  readonly elementBytes: number;
}

/** Bytes per element, by SWIZZLE_ENABLE. Before GFX11, that field has only one bit, and elements are dwords. */
const ELEMENT_BYTES = [0, 4, 8, 16] as const;

/** Records per block, by INDEX_STRIDE. */
const RECORDS_PER_BLOCK = [8, 16, 32, 64] as const;

/** The ADD_TID_ENABLE bit in the last descriptor word. */
const ADD_TID = 1 << 23;

/**
 * Returns how a descriptor interleaves its records (SWIZZLE_ENABLE, INDEX_STRIDE), or undefined if they are contiguous.
 */
function getInterleaving(gfx: Gfx, word1: number, word3: number): Interleaving | undefined {
  const elementBytes = isAtLeast(gfx, 'gfx11')
    ? ELEMENT_BYTES[word1 >>> 30]
    : word1 < 0
      ? ELEMENT_BYTES[1]
      : 0;
  if (elementBytes === 0) return undefined;
  return { elementBytes, recordsPerBlock: RECORDS_PER_BLOCK[(word3 >>> 21) & 3] };
}

/** Returns whether the lane number is added to the index (ADD_TID_ENABLE). */
function addsLaneToIndex(word3: number): boolean {
  return (word3 & ADD_TID) !== 0;
}

/**
 * Returns the stride in bytes. On GFX9, its upper four bits are in the format field if lane numbers are added to the
 * index.
 */
function getStride(gfx: Gfx, word1: number, word3: number): number {
  const stride = (word1 >>> 16) & 0x3fff;
  return gfx === 'gfx9' && addsLaneToIndex(word3) ? stride | (((word3 >>> 15) & 0xf) << 14) : stride;
}

/**
 * Throws for accesses that span multiple elements, because elements are not contiguous and a request has only one
 * address per lane.
 */
function rejectWideAccess({ elementBytes }: Interleaving, bytes: number): void {
  if (bytes > elementBytes)
    throw new UnsupportedOperation(
      `${bytes}-byte accesses to a swizzled buffer with ${elementBytes}-byte elements`,
    );
}

function getInterleavedOffset(
  { recordsPerBlock, elementBytes }: Interleaving,
  stride: number,
  index: number,
  offset: number,
): number {
  const [block, record] = [Math.floor(index / recordsPerBlock), index % recordsPerBlock];
  const [element, remainder] = [Math.floor(offset / elementBytes), offset % elementBytes];
  return (block * stride + element * elementBytes) * recordsPerBlock + record * elementBytes + remainder;
}

/** How a buffer instruction computes its addresses. */
export interface BufferAddressing {
  /** Index in `s` of the first dword of the descriptor. */
  readonly descriptor: number;
  /** Index in `s` of the scalar offset. */
  readonly soffset: number;
  readonly immediate: number;
  /** Index in `v` of the first element of the index register, or -1 if there is none. */
  readonly index: number;
  /** Index in `v` of the first element of the offset register, or -1 if there is none. */
  readonly offset: number;
  readonly gfx: Gfx;
}

const OOB_OFFSET = 0;
const OOB_EMPTY = 2;
const OOB_RAW = 3;

/** The limits that a descriptor imposes on one instruction's index and offset. */
interface Limits {
  readonly stride: number;
  readonly records: number;
  readonly isStructured: boolean;
  readonly checksOffset: boolean;
}

/**
 * Decodes the limits in a descriptor. On GFX9, the index is checked if the access has an index and the descriptor has a
 * stride. In swizzled buffers, GFX9 also checks that the offset stays within the record. On GFX10 and later,
 * OOB_SELECT in word 3 selects the check. Swizzled buffers with a stride check the index and offset instead of a raw
 * range.
 */
function getLimits(
  s: Int32Array,
  { descriptor, gfx }: BufferAddressing,
  hasIndex: boolean,
  isSwizzled: boolean,
): Limits {
  const stride = getStride(gfx, s[descriptor + 1], s[descriptor + 3]);
  const records = s[descriptor + 2] >>> 0;
  const isStructured = stride !== 0 && hasIndex;
  if (gfx === 'gfx9') return { stride, records, isStructured, checksOffset: isSwizzled };
  const select = (s[descriptor + 3] >>> 28) & 3;
  if (isSwizzled && stride !== 0 && select === OOB_RAW)
    return { stride, records, isStructured: true, checksOffset: true };
  if (select === OOB_EMPTY) {
    return { stride, records: records === 0 ? 0 : Infinity, isStructured: true, checksOffset: false };
  }
  return { stride, records, isStructured: select !== OOB_RAW, checksOffset: select === OOB_OFFSET };
}

/**
 * Returns whether an access is out of range. `offset` is relative to the start of the record. Raw checks include the
 * scalar offset.
 */
function isOutOfRange(
  limits: Limits,
  index: number,
  offset: number,
  soffset: number,
  bytes: number,
): boolean {
  const { stride, records, isStructured, checksOffset } = limits;
  if (!isStructured) return soffset + offset + index * stride + bytes > records;
  if (index >= records) return true;
  return checksOffset && stride !== 0 && offset + bytes > stride;
}

/**
 * Fills in a request's addresses: base + soffset + index * stride + offset, or the swizzled location. The address is -1
 * for lanes outside the descriptor's range. The index may include the lane number. Throws `UnsupportedOperation` for
 * accesses wider than an element of a swizzled buffer.
 *
 * @param bytes bytes accessed per lane
 * @returns whether any lane is out of range
 */
export function fillBufferAddresses(
  wave: WaveState,
  request: Pick<MemoryRequest, 'lanesLo' | 'lanesHi' | 'addresses'>,
  addressing: BufferAddressing,
  bytes: number,
): boolean {
  const { s, v } = wave;
  const { descriptor, index, offset, immediate } = addressing;
  const interleaving = getInterleaving(addressing.gfx, s[descriptor + 1], s[descriptor + 3]);
  const addsLaneNumber = addsLaneToIndex(s[descriptor + 3]);
  const limits = getLimits(s, addressing, index >= 0 || addsLaneNumber, interleaving !== undefined);
  if (!limits.isStructured && index < 0 && !addsLaneNumber && interleaving === undefined) {
    return fillRaw(wave, request, addressing, limits.records - bytes);
  }
  if (interleaving !== undefined) rejectWideAccess(interleaving, bytes);
  const soffset = s[addressing.soffset] >>> 0;
  const base = advance(joinAddress(s[addressing.descriptor], s[addressing.descriptor + 1]), soffset);
  let anyOutside = false;
  const fillLane = (lane: number) => {
    const i = (index < 0 ? 0 : v[index + lane] >>> 0) + (addsLaneNumber ? lane : 0);
    const recordOffset = (offset < 0 ? 0 : v[offset + lane] >>> 0) + immediate;
    const isOutside = isOutOfRange(limits, i, recordOffset, soffset, bytes);
    const position =
      interleaving === undefined
        ? i * limits.stride + recordOffset
        : getInterleavedOffset(interleaving, limits.stride, i, recordOffset);
    request.addresses[lane] = isOutside ? -1 : advance(base, position);
    anyOutside ||= isOutside;
  };
  for (let rest = request.lanesLo; rest !== 0; rest &= rest - 1) fillLane(31 - Math.clz32(rest & -rest));
  for (let rest = request.lanesHi; rest !== 0; rest &= rest - 1) fillLane(63 - Math.clz32(rest & -rest));
  return anyOutside;
}

/**
 * Fills in the addresses for a raw buffer without an index, by far the most common case. `lastOffset` is the last valid
 * offset.
 */
function fillRaw(
  wave: WaveState,
  request: Pick<MemoryRequest, 'lanesLo' | 'lanesHi' | 'addresses'>,
  addressing: BufferAddressing,
  lastOffset: number,
): boolean {
  const { s, v } = wave;
  const { lanesLo, lanesHi, addresses } = request;
  const { offset, immediate } = addressing;
  const soffset = s[addressing.soffset] >>> 0;
  const base = joinAddress(s[addressing.descriptor], s[addressing.descriptor + 1]);
  const fixedOffset = soffset + immediate;
  const wraps = base + lastOffset >= ADDRESS_LIMIT;
  let anyOutside = false;
  for (let half = 0; half < 64; half += 32) {
    const lanes = half === 0 ? lanesLo : lanesHi;
    if (lanes === -1 && offset >= 0 && !wraps) {
      for (let lane = half; lane < half + 32; lane++) {
        const recordOffset = fixedOffset + (v[offset + lane] >>> 0);
        addresses[lane] = recordOffset > lastOffset ? -1 : base + recordOffset;
        if (recordOffset > lastOffset) anyOutside = true;
      }
      continue;
    }
    for (let i = 0; lanes !== 0 && i < 32; i++) {
      if (((lanes >>> i) & 1) === 0) continue;
      const recordOffset = fixedOffset + (offset < 0 ? 0 : v[offset + half + i] >>> 0);
      if (recordOffset > lastOffset) anyOutside = true;
      if (recordOffset > lastOffset) addresses[half + i] = -1;
      else addresses[half + i] = wraps ? advance(base, recordOffset) : base + recordOffset;
    }
  }
  return anyOutside;
}

/** Returns how a buffer access computes its addresses, and marks its registers as used. */
export function resolveBufferAddressing(context: CompileContext): BufferAddressing {
  return {
    descriptor: context.scalarSource(context.field('srsrc') * 4, 'b128'),
    soffset: context.scalarSource(context.field('soffset'), 'u32'),
    immediate: decodeOffset('mubuf', context.field('offset'), context.gfx),
    ...getAddressRegisters(context),
    gfx: context.gfx,
  };
}

/** Returns the index and offset registers of a buffer access, which may have neither, either, or both as a pair. */
function getAddressRegisters(context: CompileContext): { index: number; offset: number } {
  const { lanes } = context;
  const first = context.field('vaddr');
  const hasIndex = context.field('idxen') !== 0;
  const hasOffset = context.field('offen') !== 0;
  const count = Number(hasIndex) + Number(hasOffset);
  if (count > 0) context.uses.vector(first, count);
  return {
    index: hasIndex ? first * lanes : -1,
    offset: hasOffset ? (first + (hasIndex ? 1 : 0)) * lanes : -1,
  };
}

/** Returns the encoded cache bits and, if the generation has scopes, the encoded scope. */
export function getCacheBits(context: CompileContext) {
  const isSet = (name: string) => context.field(name) !== 0;
  return { glc: isSet('glc'), dlc: isSet('dlc'), slc: isSet('slc'), scope: context.raw.fields.scope };
}
