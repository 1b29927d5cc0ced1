import { assert } from '../kernel/assert.js';
import type { AccessRecord } from './access-record.js';
import { GL2_CHANNELS } from './spec.js';

/**
 * The address units, one per compute unit, each with a queue. A vector access takes one cycle per line it touches, but
 * the shader may issue accesses faster until the queue is full (P-155).
 */
export class AddressUnits {
  /** For each unit, a ring with the departure cycles of its last `depth` accesses. Created on first use. */
  private readonly departsAt: (Float64Array | undefined)[] = [];
  /** For each unit, the position of the oldest cycle in its ring. */
  private readonly oldest: Int32Array;
  /** For each unit, the first cycle in which it can process another line. */
  private readonly freeAt: Float64Array;

  constructor(
    units: number,
    private readonly depth: number,
  ) {
    this.oldest = new Int32Array(units);
    this.freeAt = new Float64Array(units);
  }

  /** Returns the first cycle in which a unit's queue has room. */
  roomAt(unit: number): number {
    return this.departsAt[unit]?.[this.oldest[unit]] ?? 0;
  }

  /** Accepts an access and returns the cycle in which its last line leaves the unit. */
  accept(unit: number, now: number, lines: number): number {
    assert(this.roomAt(unit) <= now, 'the queue has room');
    assert(lines >= 0, 'the line count is not negative');
    assert(unit >= 0 && unit < this.freeAt.length, 'every compute unit has an address unit');
    const departure = Math.max(now, this.freeAt[unit]) + Math.max(lines, 1);
    this.freeAt[unit] = departure;
    this.departsAt[unit] ??= new Float64Array(this.depth);
    this.departsAt[unit][this.oldest[unit]] = departure;
    this.oldest[unit] = (this.oldest[unit] + 1) % this.depth;
    return departure;
  }
}

/** The channels of GL2. Each serves one line per cycle, in arrival order. */
export class Gl2Channels {
  /** For each channel, the first cycle in which it can serve another line. */
  private readonly freeAt = new Float64Array(GL2_CHANNELS);

  /** Sends the lines of an access in cycle `now` and returns the cycle in which the last one is served. */
  serve({ lines, lineCount }: AccessRecord, now: number): number {
    const { freeAt } = this;
    let last = now;
    for (let i = 0; i < lineCount; i++) {
      const channel = lines[i] & (GL2_CHANNELS - 1);
      assert(lines[i] >= 0, 'the line number is valid');
      const end = Math.max(now, freeAt[channel]) + 1;
      freeAt[channel] = end;
      if (end > last) last = end;
    }
    return last;
  }
}
