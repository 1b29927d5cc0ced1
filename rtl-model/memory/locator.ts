import { OWN_MEMORY, type WordSource } from '../../arch/index.js';
import { FIXED, type FieldRules, SCRATCH } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import { elementsOf } from './access.js';
import { type AccessRecord, LANES_MAX } from './access-record.js';
import type { AddressMap } from './address-map.js';
import { LINE_BYTES, LINE_SHIFT } from './spec.js';

/** Lanes that one mask holds. */
const HALF = 32;

/**
 * Locates the lanes of an access: one bounds check per lane against the object of the previous lane, and
 * the lines that they touch, each once, however the lanes are spread over them (coalescing, P-030).
 */
export class Locator {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<Locator> = {
    map: FIXED,
    stamps: SCRATCH,
    stamp: SCRATCH,
    first: SCRATCH,
    end: SCRATCH,
    distance: SCRATCH,
  };

  /** Number of the last access that touched a line. */
  private readonly stamps: Int32Array;
  private stamp = 0;
  private first = -1;
  private end = -1;
  /** Address minus offset in the object that was found last. */
  private distance = 0;

  constructor(
    private readonly map: AddressMap,
    memory: WordSource = OWN_MEMORY,
  ) {
    this.stamps = memory.take(map.lineCount);
  }

  /** Fills offsets and lines of the record, or its fault if a lane is unmapped or misaligned for an atomic. */
  locate(record: AccessRecord): void {
    this.stamp++;
    record.lineCount = 0;
    record.offsetBits = 0;
    record.fault = '';
    const { lanesLo, lanesHi, operation } = record;
    const from = lanesLo === -1 ? this.locateInOneObject(record, lanesHi === -1 ? 2 * HALF : HALF) : 0;
    this.locateEach(record, lanesLo, 0, from);
    this.locateEach(record, lanesHi, HALF, from);
    for (let base = LANES_MAX; base < elementsOf(record); base += LANES_MAX) {
      this.locateEach(record, lanesLo, base, base);
      this.locateEach(record, lanesHi, base + HALF, base);
    }
    assert(record.lineCount <= record.lines.length, 'the record has room for its lines');
    if (operation.access === 'atomic' && (record.offsetBits & (operation.bytes - 1)) !== 0) {
      record.fault = `an atomic of ${operation.bytes} bytes is off its alignment`;
    }
  }

  /** Locates the lanes of one mask, of which the first is `base`, from lane `from` on. */
  private locateEach(record: AccessRecord, lanes: number, base: number, from: number): void {
    for (let rest = lanes; rest !== 0; rest &= rest - 1) {
      const lane = base + 31 - Math.clz32(rest & -rest);
      if (lane >= from && !this.locateLane(record, lane)) return;
    }
  }

  /**
   * Locates the lanes below `end`, which all take part, as long as they lie in the object that was found last: nearly always all of them.
   * Returns the first lane that does not. The loop calls nothing, so that V8 keeps the arrays in registers.
   */
  private locateInOneObject(record: AccessRecord, end: number): number {
    const { addresses, offsets, operation } = record;
    const { first, distance } = this;
    const last = this.end - operation.bytes;
    let bits = 0;
    let lowest = 0x7fffffff;
    let highest = -1;
    let lane = 0;
    for (; lane < end; lane++) {
      const address = addresses[lane];
      if (address < first || address > last) break;
      const offset = (address - distance) | 0;
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
    } else for (let each = 1; each < lane; each++) this.touch(record, offsets[each]);
    return lane;
  }

  /** Locates one lane; false, with the fault noted, if it is unmapped. */
  private locateLane(record: AccessRecord, lane: number): boolean {
    const { bytes } = record.operation;
    const address = record.addresses[lane];
    if (address < 0) {
      record.offsets[lane] = -1;
      return true;
    }
    const isInside = address >= this.first && address <= this.end - bytes;
    if (!isInside && !this.enter(record, address, bytes)) return false;
    const offset = (address - this.distance) | 0;
    record.offsets[lane] = offset;
    record.offsetBits |= offset;
    this.touch(record, offset);
    return true;
  }

  /** Adds the lines that the lane's bytes lie in, unless another lane has. */
  private touch(record: AccessRecord, offset: number): void {
    const { stamps, stamp } = this;
    const end = (offset + record.operation.bytes - 1) >>> LINE_SHIFT;
    assert(end < stamps.length, 'a lane lies in the window');
    for (let line = offset >>> LINE_SHIFT; line <= end; line++) {
      if (stamps[line] === stamp) continue;
      stamps[line] = stamp;
      record.lines[record.lineCount++] = line;
    }
  }

  /** Switches to the object at an address; false, with the fault noted, if there is none. */
  private enter(record: AccessRecord, address: number, bytes: number): boolean {
    const region = this.map.regionOf(address, bytes);
    if (region === undefined) {
      record.fault = `nothing is mapped at 0x${address.toString(16)}`;
      return false;
    }
    assert(region.end - region.first >= bytes, 'the object holds the access');
    this.first = region.first;
    this.end = region.end;
    this.distance = region.first - region.offset;
    return true;
  }
}
