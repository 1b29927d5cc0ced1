import { type FieldRules, TIME } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { AccessRecord } from './access-record.js';
import { GL2_CHANNELS } from './spec.js';

/**
 * Address units: one per compute unit, each with a queue. A vector access takes one cycle per line touched; the shader may
 * issue faster until the queue is full (P-155).
 */
export class AddressUnits {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<AddressUnits> = {
    freeAt: TIME,
    oldest: { excluded: 'start of each ring of cycles, which is written oldest first' },
    departures: {
      why: 'a ring of cycles per unit, oldest first',
      write: (departures: readonly (Float64Array | undefined)[], walk, owner) => {
        const { oldest } = owner;
        for (const [unit, ring] of departures.entries())
          for (let at = 0; ring !== undefined && at < ring.length; at++)
            walk.time(ring[(oldest[unit]! + at) % ring.length]!);
      },
    },
  };

  /** Departure cycles of each unit's last `depth` accesses, as rings; created on first use. */
  private readonly departures: (Float64Array | undefined)[] = [];
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
    return this.departures[unit]?.[this.oldest[unit]] ?? 0;
  }

  /** Accepts an access; returns the cycle at which its last line leaves the unit. */
  accept(unit: number, now: number, lines: number): number {
    assert(this.roomAt(unit) <= now, 'the queue has room');
    assert(lines >= 0, "the number of an access's lines is not negative");
    assert(unit >= 0 && unit < this.freeAt.length, 'every compute unit has an address unit');
    const departure = Math.max(now, this.freeAt[unit]) + Math.max(lines, 1);
    this.freeAt[unit] = departure;
    this.departures[unit] ??= new Float64Array(this.depth);
    this.departures[unit][this.oldest[unit]] = departure;
    this.oldest[unit] = (this.oldest[unit] + 1) % this.depth;
    return departure;
  }
}

/** GL2 channels: each serves one line per cycle, in arrival order. */
export class Gl2Channels {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<Gl2Channels> = { freeAt: TIME };

  private readonly freeAt = new Float64Array(GL2_CHANNELS);

  /** Sends the lines of an access at a cycle; returns the cycle at which the last one is served. */
  serve({ lines, lineCount }: AccessRecord, now: number): number {
    const { freeAt } = this;
    let last = now;
    for (let i = 0; i < lineCount; i++) {
      const channel = lines[i] & (GL2_CHANNELS - 1);
      assert(lines[i] >= 0, 'the line number is valid');
      const served = Math.max(now, freeAt[channel]) + 1;
      freeAt[channel] = served;
      if (served > last) last = served;
    }
    return last;
  }
}
