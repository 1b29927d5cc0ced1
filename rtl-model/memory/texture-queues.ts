import { type FieldRules, TIME } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { AccessRecord } from './access-record.js';
import { GL2_CHANNELS } from './spec.js';

/**
 * Address units: one a compute unit, each with a queue. A vector access takes one cycle a line that it touches, and the
 * shader may send faster than that until the queue is full (P-155).
 */
export class AddressUnits {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<AddressUnits> = {
    freeAt: TIME,
    oldest: { leftOut: 'where a ring of cycles begins; all of them lie in the past, or none has room' },
    leaves: {
      why: 'a ring of cycles for each unit, oldest first',
      write: (leaves: readonly (Float64Array | undefined)[], walk, owner) => {
        const { oldest } = owner;
        for (const [unit, ring] of leaves.entries())
          for (let at = 0; ring !== undefined && at < ring.length; at++)
            walk.time(ring[(oldest[unit]! + at) % ring.length]!);
      },
    },
  };

  /** Cycles at which the last `depth` accesses of each unit leave it, as rings; made when a unit takes its first. */
  private readonly leaves: (Float64Array | undefined)[] = [];
  private readonly oldest: Int32Array;
  private readonly freeAt: Float64Array;

  constructor(
    units: number,
    private readonly depth: number,
  ) {
    this.oldest = new Int32Array(units);
    this.freeAt = new Float64Array(units);
  }

  /** First cycle at which the queue of a unit has room. */
  roomAt(unit: number): number {
    return this.leaves[unit]?.[this.oldest[unit]] ?? 0;
  }

  /** Takes an access in; returns the cycle at which its last line leaves the unit. */
  accept(unit: number, now: number, lines: number): number {
    assert(this.roomAt(unit) <= now, 'the queue has room');
    assert(lines >= 0, 'an access has lines or none');
    assert(unit >= 0 && unit < this.freeAt.length, 'a compute unit has an address unit');
    const leaves = Math.max(now, this.freeAt[unit]) + Math.max(lines, 1);
    this.freeAt[unit] = leaves;
    this.leaves[unit] ??= new Float64Array(this.depth);
    this.leaves[unit][this.oldest[unit]] = leaves;
    this.oldest[unit] = (this.oldest[unit] + 1) % this.depth;
    return leaves;
  }
}

/** Channels of GL2: each serves one line a cycle, in the order of arrival. */
export class Gl2Channels {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<Gl2Channels> = { freeAt: TIME };

  private readonly freeAt = new Float64Array(GL2_CHANNELS);

  /** Sends the lines of an access at a cycle; returns the cycle at which the last one is served. */
  serve({ lines, lineCount }: AccessRecord, now: number): number {
    const { freeAt } = this;
    let last = now;
    for (let i = 0; i < lineCount; i++) {
      const channel = lines[i] & (GL2_CHANNELS - 1);
      assert(lines[i] >= 0, 'a line that is sent has its number');
      const served = Math.max(now, freeAt[channel]) + 1;
      freeAt[channel] = served;
      if (served > last) last = served;
    }
    return last;
  }
}
