import type { AccessRecord } from './access-record.js';
import type { AddressMap } from './address-map.js';
import { LINE_SHIFT } from './spec.js';

/**
 * Finds where the lanes of an access lie: one bounds check a lane against the object that the lane before lay in, and
 * the lines that they touch, each once, however the lanes are spread over them (coalescing, P-030).
 */
export class Locator {
  /** Number of the last access that touched a line. */
  private readonly stamps: Int32Array;
  private stamp = 0;
  private first = 0;
  private end = 0;
  /** Address minus offset in the object that was found last. */
  private distance = 0;

  constructor(private readonly map: AddressMap) {
    this.stamps = new Int32Array(map.lineCount);
  }

  /** Fills offsets and lines of the record, or its fault when some lane lies nowhere or off an atomic's alignment. */
  locate(record: AccessRecord): void {
    this.stamp++;
    record.lineCount = 0;
    record.offsetBits = 0;
    record.fault = '';
    this.locateHalf(record, record.lanesLo, 0);
    this.locateHalf(record, record.lanesHi, 32);
    const { operation } = record;
    if (operation.access === 'atomic' && (record.offsetBits & (operation.bytes - 1)) !== 0) {
      record.fault = `an atomic of ${operation.bytes} bytes is off its alignment`;
    }
  }

  private locateHalf(record: AccessRecord, lanes: number, base: number): void {
    const { addresses, offsets, operation } = record;
    const { bytes } = operation;
    const { stamps, stamp } = this;
    let { first, distance } = this;
    let last = this.end - bytes;
    let previous = -1;
    let bits = 0;
    for (let i = 0; lanes !== 0 && i < 32; i++) {
      if (lanes !== -1 && ((lanes >>> i) & 1) === 0) continue;
      const lane = base + i;
      const address = addresses[lane];
      if (address < 0) {
        offsets[lane] = -1;
        continue;
      }
      if (address < first || address > last) {
        if (!this.enter(record, address, bytes)) return;
        first = this.first;
        last = this.end - bytes;
        distance = this.distance;
      }
      const offset = (address - distance) | 0;
      offsets[lane] = offset;
      bits |= offset;
      const line = offset >>> LINE_SHIFT;
      const end = (offset + bytes - 1) >>> LINE_SHIFT;
      if (line === previous && end === line) continue;
      previous = line;
      for (let touched = line; touched <= end; touched++) {
        if (stamps[touched] === stamp) continue;
        stamps[touched] = stamp;
        record.lines[record.lineCount++] = touched;
      }
    }
    record.offsetBits |= bits;
  }

  /** Goes over to the object at an address; false, with the fault noted, where there is none. */
  private enter(record: AccessRecord, address: number, bytes: number): boolean {
    const region = this.map.regionOf(address, bytes);
    if (region === undefined) {
      record.fault = `nothing is mapped at 0x${address.toString(16)}`;
      return false;
    }
    this.first = region.first;
    this.end = region.end;
    this.distance = region.first - region.offset;
    return true;
  }
}
