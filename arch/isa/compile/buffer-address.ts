import type { Gfx } from '../../chips.js';
import type { WaveState } from '../../wave-state.js';
import type { MemoryRequest } from '../instruction.js';
import { addressOf, advance } from './address.js';

/** How a buffer instruction forms its addresses. */
export interface BufferAddressing {
  /** Index in `s` of the descriptor's first dword. */
  readonly descriptor: number;
  /** Index in `s` of the scalar offset. */
  readonly soffset: number;
  readonly immediate: number;
  /** First elements in `v` of the index and offset registers, -1 where there is none. */
  readonly index: number;
  readonly offset: number;
  readonly bytes: number;
  readonly gfx: Gfx;
}

/** Index and offset limits of a descriptor, for one instruction's executions. */
interface Limits {
  readonly stride: number;
  readonly records: number;
  /** Structured: index and offset are checked apart. */
  readonly structured: boolean;
  /** Offsets count against the stride. */
  readonly checksOffset: boolean;
}

/** Structured checks: GFX9 when the stride is not zero; later word 3's OOB_SELECT says. */
function limitsOf(s: Int32Array, { descriptor, gfx, index }: BufferAddressing): Limits {
  const stride = (s[descriptor + 1] >>> 16) & 0x3fff;
  const records = s[descriptor + 2] >>> 0;
  if (gfx === 'gfx9') {
    const structured = stride !== 0 && index >= 0;
    return { stride, records, structured, checksOffset: structured };
  }
  const select = (s[descriptor + 3] >>> 28) & 3;
  if (select === 2)
    return { stride, records: records === 0 ? -1 : Infinity, structured: true, checksOffset: false };
  return { stride, records, structured: select !== 3, checksOffset: select === 0 };
}

/** Whether an access leaves the buffer. */
function isOutside(
  { stride, records, structured, checksOffset }: Limits,
  i: number,
  offset: number,
  bytes: number,
): boolean {
  if (!structured) return offset + i * stride + bytes > records;
  if (i >= records) return true;
  return checksOffset && stride !== 0 && offset + bytes > stride;
}

/**
 * Fills a request's addresses: base + soffset + index * stride + offset, -1 for lanes outside the descriptor's
 * range. The scalar offset takes no part in the check. Swizzled buffers are not modelled.
 */
export function fillBufferAddresses(wave: WaveState, request: MemoryRequest, how: BufferAddressing): void {
  const { s, v } = wave;
  const limits = limitsOf(s, how);
  const { index, offset, immediate, bytes } = how;
  const base = advance(addressOf(s[how.descriptor], s[how.descriptor + 1]), s[how.soffset] >>> 0);
  const fill = (lane: number) => {
    const i = index < 0 ? 0 : v[index + lane] >>> 0;
    const inside = (offset < 0 ? 0 : v[offset + lane] >>> 0) + immediate;
    const outside = isOutside(limits, i, inside, bytes);
    request.addresses[lane] = outside ? -1 : advance(base, i * limits.stride + inside);
  };
  for (let rest = request.lanesLo; rest !== 0; rest &= rest - 1) fill(31 - Math.clz32(rest & -rest));
  for (let rest = request.lanesHi; rest !== 0; rest &= rest - 1) fill(63 - Math.clz32(rest & -rest));
}
