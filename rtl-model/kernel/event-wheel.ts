import type { Choices } from './choices.js';
import { FarEvents } from './far-events.js';
import { OccupancyBitmap } from './occupancy-bitmap.js';

/** What `EventWheel.next` returns when no event is left. */
export const NO_EVENT = -1;

const WORD = 32;
const SPAN_MIN = WORD;
const SPAN_MAX = 2 ** 20;
const ROW_EVENTS = 8;

/**
 * The discrete-event kernel's calendar: integer cycles on a wheel (Brown, 1988), one row of events a cycle.
 *
 * An event is a non-negative 31-bit integer of the device's choosing. Empty cycles cost nothing (one bit says
 * whether a row holds anything), and no call allocates once the rows have grown to the run's need. Which of
 * several events of one cycle comes first is a choice point, with the events as its sources.
 */
export class EventWheel {
  private cycle = 0;
  private readonly mask: number;
  private readonly rows: Int32Array[] = [];
  private readonly counts: Int32Array;
  private readonly occupied: OccupancyBitmap;
  private readonly far = new FarEvents();
  private readonly insertFar = (cycle: number, event: number) => this.insert(cycle & this.mask, event);

  /**
   * @param spanCycles rows of the wheel, a power of two from 32 to 2^20. Longer delays are correct but slower.
   * @param choices decides the order within a cycle; null always takes the first, as choosing 0 would.
   * @param point the choice point of that order.
   * @throws RangeError when the span is not such a power of two.
   */
  constructor(
    spanCycles: number,
    private readonly choices: Choices | null,
    private readonly point = 0,
  ) {
    const isPowerOfTwo = (spanCycles & (spanCycles - 1)) === 0;
    if (!isPowerOfTwo || spanCycles < SPAN_MIN || spanCycles > SPAN_MAX) {
      throw new RangeError(`Wheel span must be a power of two from 32 to 2^20, got ${spanCycles}`);
    }
    this.mask = spanCycles - 1;
    for (let slot = 0; slot < spanCycles; slot++) this.rows.push(new Int32Array(ROW_EVENTS));
    this.counts = new Int32Array(spanCycles);
    this.occupied = new OccupancyBitmap(spanCycles);
  }

  /** The current cycle: that of the event that `next` returned last. */
  get now(): number {
    return this.cycle;
  }

  /** How many events are due now or later; counted on demand, for diagnosis. */
  get pending(): number {
    return this.counts.reduce((sum, count) => sum + count, this.far.length);
  }

  /**
   * Makes `event` due `delayCycles` from now; 0 means later in this same cycle.
   *
   * @throws RangeError when the delay is negative or not a number.
   */
  schedule(delayCycles: number, event: number): void {
    if (delayCycles >= 0 && delayCycles <= this.mask) {
      this.insert((this.cycle + delayCycles) & this.mask, event);
    } else {
      this.scheduleFar(delayCycles, event);
    }
  }

  /** Advances to the next cycle with an event and takes one of its events, or `NO_EVENT` when all are done. */
  next(): number {
    for (;;) {
      const slot = this.cycle & this.mask;
      const distance = this.occupied.distanceInWord(slot);
      if (distance < WORD) {
        this.cycle += distance;
        return this.take(slot + distance);
      }
      if (!this.enterNextWord()) return NO_EVENT;
    }
  }

  /** Forgets all events and starts again at cycle 0; grown rows stay grown. */
  reset(): void {
    this.cycle = 0;
    this.counts.fill(0);
    this.occupied.words.fill(0);
    this.far.clear();
  }

  private insert(slot: number, event: number): void {
    const count = this.counts[slot];
    const row = this.rows[slot];
    if (count < row.length) row[count] = event;
    else this.grow(slot)[count] = event;
    this.counts[slot] = count + 1;
    this.occupied.add(slot);
  }

  private grow(slot: number): Int32Array {
    const grown = new Int32Array(2 * this.rows[slot].length);
    grown.set(this.rows[slot]);
    this.rows[slot] = grown;
    return grown;
  }

  private take(slot: number): number {
    const row = this.rows[slot];
    const last = this.counts[slot] - 1;
    this.counts[slot] = last;
    if (last === 0) {
      this.occupied.remove(slot);
      return row[0];
    }
    if (this.choices === null) return swapRemove(row, 0, last);
    return swapRemove(row, this.choices.choose(this.point, last + 1, row), last);
  }

  private scheduleFar(delayCycles: number, event: number): void {
    if (!(delayCycles >= 0))
      throw new RangeError(`Event ${event} is scheduled ${delayCycles} cycles from now`);
    this.far.add(this.cycle + delayCycles, event);
  }

  /** Moves to the first cycle of the next word with events; far events enter the wheel before their word does. */
  private enterNextWord(): boolean {
    const words = this.occupied.words;
    let start = this.cycle - (this.cycle & (WORD - 1));
    for (let turn = 0; turn < words.length; turn++) {
      start += WORD;
      if (this.far.soonest < start + WORD) return this.enterWithFar(start);
      if (words[(start & this.mask) >> 5] !== 0) {
        this.cycle = start;
        return true;
      }
    }
    if (this.far.length === 0) return false;
    return this.enterWithFar(this.far.soonest - (this.far.soonest % WORD));
  }

  private enterWithFar(start: number): true {
    this.cycle = start;
    this.far.takeBefore(start + this.mask + 1, this.insertFar);
    return true;
  }
}

function swapRemove(row: Int32Array, picked: number, last: number): number {
  if (picked > last) throw new RangeError(`Choice ${picked} of ${last + 1} events`);
  const event = row[picked];
  row[picked] = row[last];
  return event;
}
