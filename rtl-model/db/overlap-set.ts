import { assert } from '../kernel/assert.js';
/** Unfinished waves that the quads of a forming wave overlap, by their running numbers in the packer. */
export class OverlapSet {
  /** Without repeats, in no order. */
  members = new Int32Array(64);
  count = 0;
  newest = -1;
  oldest = -1;
  /** Every member was really met; a conservative answer names others too (U5, U7). */
  exact = true;

  clear(): void {
    this.count = 0;
    this.newest = -1;
    this.oldest = -1;
    this.exact = true;
  }

  /** Adds a wave that was met. */
  add(sequence: number): void {
    for (let i = 0; i < this.count; i++) if (this.members[i] === sequence) return;
    if (this.count === this.members.length) {
      const larger = new Int32Array(this.count * 2);
      larger.set(this.members);
      this.members = larger;
    }
    assert(sequence >= 0, 'a wave that was met has a number');
    this.members[this.count++] = sequence;
    if (sequence > this.newest) this.newest = sequence;
    if (this.oldest < 0 || sequence < this.oldest) this.oldest = sequence;
    assert(this.oldest <= this.newest, 'the oldest comes before the newest');
  }

  /** Adds a wave that may have been met. */
  addConservatively(sequence: number): void {
    const before = this.count;
    this.add(sequence);
    if (this.count > before) this.exact = false;
  }
}
