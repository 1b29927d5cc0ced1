import { SEPARATE_MEMORY, type WordSource } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import { countAddresses } from './access.js';
import { type AccessRecord, MAX_LANES } from './access-record.js';
import type { AddressMap } from './address-map.js';
import { LINE_BYTES, LINE_SHIFT } from './spec.js';

/** Number of lanes per mask: half of a wave64. */
const HALF = 32;

/**
 * Finds where each lane's address lies in the window, and the lines that the lanes touch, without duplicates
 * (coalescing, P-030). The objects are searched only when an address falls outside the most recently found object.
 */
export class Locator {
  /** For each line, the stamp of the last access that touched it. */
  private readonly stamps: Int32Array;
  private stamp = 0;
  private first = -1;
  private end = -1;
  /** Address minus window offset in the most recently found object. */
  private addressBias = 0;

  constructor(
    private readonly map: AddressMap,
    memory: WordSource = SEPARATE_MEMORY,
  ) {
    this.stamps = memory.take(map.lineCount);
  }

  /** Fills in the record's offsets and lines, or its fault if a lane is unmapped or misaligned for an atomic. */
  locate(record: AccessRecord): void {
    this.stamp++;
    record.lineCount = 0;
    record.offsetBits = 0;
    record.fault = '';
    const { lanesLo, lanesHi, operation } = record;
    const from = lanesLo === -1 ? this.locateInOneObject(record, lanesHi === -1 ? 2 * HALF : HALF) : 0;
    this.locateEach(record, lanesLo, 0, from);
    this.locateEach(record, lanesHi, HALF, from);
    for (let base = MAX_LANES; base < countAddresses(record); base += MAX_LANES) {
      this.locateEach(record, lanesLo, base, base);
      this.locateEach(record, lanesHi, base + HALF, base);
    }
    assert(record.lineCount <= record.lines.length, 'the record has room for its lines');
    if (operation.access === 'atomic' && (record.offsetBits & (operation.bytes - 1)) !== 0) {
      record.fault = `misaligned ${operation.bytes}-byte atomic`;
    }
  }

  /** Locates the lanes in a mask whose lowest bit is lane `base`, skipping those below `from`. */
  private locateEach(record: AccessRecord, lanes: number, base: number, from: number): void {
    for (let bits = lanes; bits !== 0; bits &= bits - 1) {
      const lane = base + 31 - Math.clz32(bits & -bits);
      if (lane >= from && !this.locateLane(record, lane)) return;
    }
  }

  /**
   * Locates the lanes below `end`, which must all be active, and stops at the first one outside the most recently found
   * object (which is rare). Returns that lane, or `end` if there is none. The loop makes no calls, so V8 keeps the
   * arrays in registers.
   */
  private locateInOneObject(record: AccessRecord, end: number): number {
    const { addresses, offsets, operation } = record;
    const { first, addressBias } = this;
    const last = this.end - operation.bytes;
    let bits = 0;
    let lowest = 0x7fffffff;
    let highest = -1;
    let lane = 0;
    for (; lane < end; lane++) {
      const address = addresses[lane];
      if (address < first || address > last) break;
      const offset = (address - addressBias) | 0;
      offsets[lane] = offset;
      bits |= offset;
      if (offset < lowest) lowest = offset;
      if (offset > highest) highest = offset;
    }
    if (lane === 0) return 0;
    record.offsetBits |= bits;
    this.touch(record, offsets[0]);
    if (highest - (lowest & -LINE_BYTES) + operation.bytes <= 2 * LINE_BYTES) {
      this.touch(record, lowest);
      this.touch(record, highest);
    } else for (let i = 1; i < lane; i++) this.touch(record, offsets[i]);
    return lane;
  }

  /** Locates one lane. If it is unmapped, records the fault and returns false. */
  private locateLane(record: AccessRecord, lane: number): boolean {
    const { bytes } = record.operation;
    const address = record.addresses[lane];
    if (address < 0) {
      record.offsets[lane] = -1;
      return true;
    }
    const isInside = address >= this.first && address <= this.end - bytes;
    if (!isInside && !this.switchToObject(record, address, bytes)) return false;
    const offset = (address - this.addressBias) | 0;
    record.offsets[lane] = offset;
    record.offsetBits |= offset;
    this.touch(record, offset);
    return true;
  }

  /** Adds the lines that contain the lane's bytes, unless another lane has already added them. */
  private touch(record: AccessRecord, offset: number): void {
    const { stamps, stamp } = this;
    const end = (offset + record.operation.bytes - 1) >>> LINE_SHIFT;
    assert(end < stamps.length, "the lane's address is inside the window");
    for (let line = offset >>> LINE_SHIFT; line <= end; line++) {
      if (stamps[line] === stamp) continue;
      stamps[line] = stamp;
      record.lines[record.lineCount++] = line;
    }
  }

  /** Switches to the object at an address. If there is none, records the fault and returns false. */
  private switchToObject(record: AccessRecord, address: number, bytes: number): boolean {
    const region = this.map.findRegion(address, bytes);
    if (region === undefined) {
      record.fault = `nothing is mapped at 0x${address.toString(16)}`;
      return false;
    }
    assert(region.end - region.first >= bytes, 'the object contains the access');
    this.first = region.first;
    this.end = region.end;
    this.addressBias = region.first - region.offset;
    return true;
  }
}
