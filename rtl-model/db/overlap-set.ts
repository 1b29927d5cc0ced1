import { assert } from '../kernel/assert.js';

/** The unfinished waves that a forming wave's quads overlap, as sequence numbers within the packer. */
export class OverlapSet {
  /** The members, without duplicates, in no particular order. */
  readonly members: number[] = [];
  newest = -1;
  oldest = -1;
  /** Whether every member really is overlapped. Conservative answers may add others (U5, U7). */
  exact = true;

  /** The number of members. */
  get count(): number {
    return this.members.length;
  }

  clear(): void {
    this.members.length = 0;
    this.newest = -1;
    this.oldest = -1;
    this.exact = true;
  }

  /** Adds an overlapped wave. */
  add(sequence: number): void {
    if (this.members.includes(sequence)) return;
    assert(sequence >= 0, 'an overlapped wave has a sequence number');
    this.members.push(sequence);
    this.newest = Math.max(this.newest, sequence);
    if (this.oldest < 0 || sequence < this.oldest) this.oldest = sequence;
    assert(this.oldest <= this.newest, 'the oldest wave is no newer than the newest one');
  }

  /** Adds a wave that is not necessarily overlapped. */
  addConservatively(sequence: number): void {
    const before = this.count;
    this.add(sequence);
    if (this.count > before) this.exact = false;
  }
}
