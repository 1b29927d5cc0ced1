import type { FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';

/** Unfinished waves that the quads of a forming wave overlap, by their running numbers in the packer. */
export class OverlapSet {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<OverlapSet> = {};

  /** Without repeats, in no order. */
  readonly members: number[] = [];
  newest = -1;
  oldest = -1;
  /** Every member was really met; a conservative answer names others too (U5, U7). */
  exact = true;

  /** How many there are. */
  get count(): number {
    return this.members.length;
  }

  clear(): void {
    this.members.length = 0;
    this.newest = -1;
    this.oldest = -1;
    this.exact = true;
  }

  /** Adds a wave that was met. */
  add(sequence: number): void {
    if (this.members.includes(sequence)) return;
    assert(sequence >= 0, 'an overlapped wave has a number');
    this.members.push(sequence);
    this.newest = Math.max(this.newest, sequence);
    if (this.oldest < 0 || sequence < this.oldest) this.oldest = sequence;
    assert(this.oldest <= this.newest, 'the oldest is not newer than the newest');
  }

  /** Adds a wave that may have been met. */
  addConservatively(sequence: number): void {
    const before = this.count;
    this.add(sequence);
    if (this.count > before) this.exact = false;
  }
}
