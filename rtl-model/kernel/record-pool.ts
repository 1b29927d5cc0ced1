import { assert } from './assert.js';

/** A unit's records of outstanding work. They are reused, and events refer to a record by its index. */
export class RecordPool<Item extends { readonly index: number }> {
  private readonly records: Item[] = [];
  private readonly free: Item[] = [];
  private readonly isFree: boolean[] = [];

  constructor(private readonly create: (index: number) => Item) {}

  /** Returns a record that is not in use. */
  take(): Item {
    const record = this.free.pop() ?? this.add();
    assert(this.isFree[record.index] !== false, 'a record is taken only while it is free');
    this.isFree[record.index] = false;
    return record;
  }

  /** Makes a record available again. */
  release(record: Item): void {
    assert(!this.isFree[record.index], 'a record is freed only once');
    this.isFree[record.index] = true;
    this.free.push(record);
  }

  /** Returns the record with the given index. */
  at(index: number): Item {
    assert(index < this.records.length, "the event's record exists");
    return this.records[index];
  }

  /** Whether no record is in use. */
  get isIdle(): boolean {
    return this.free.length === this.records.length;
  }

  /** The records in use. */
  get used(): readonly Item[] {
    return this.records.filter(({ index }) => !this.isFree[index]);
  }

  private add(): Item {
    const record = this.create(this.records.length);
    assert(record.index === this.records.length, 'a new record has the next index');
    this.records.push(record);
    return record;
  }
}
