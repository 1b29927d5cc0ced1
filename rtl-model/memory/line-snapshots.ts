import type { AccessRecord } from './access-record.js';
import type { AddressMap } from './address-map.js';
import { LINE_BYTES, LINE_SHIFT } from './spec.js';

/** Lines of stores as they were at issue: what a write-back of whole lines would put over their neighbours (F151). */
export class LineSnapshots {
  private readonly copies = new Map<AccessRecord, readonly Uint8Array[]>();

  constructor(private readonly map: AddressMap) {}

  /** Copies the lines that a store touches. */
  take(record: AccessRecord): void {
    if (record.operation.access !== 'store') return;
    const lines = Array.from(record.lines.subarray(0, record.lineCount));
    const copies = lines.map((line) =>
      this.map.bytes.slice(line << LINE_SHIFT, (line << LINE_SHIFT) + LINE_BYTES),
    );
    this.copies.set(record, copies);
  }

  /** Puts the copies back. */
  restore(record: AccessRecord): void {
    this.copies.get(record)?.forEach((copy, i) => {
      this.map.bytes.set(copy, record.lines[i] << LINE_SHIFT);
    });
    this.copies.delete(record);
  }
}
