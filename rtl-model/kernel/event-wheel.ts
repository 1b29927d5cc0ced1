import { OWN_MEMORY, type WordSource } from '../../arch/index.js';
import { assert } from './assert.js';
import { type Calendar, NO_EVENT } from './calendar.js';
import type { Choices } from './choices.js';
import { FarEvents } from './far-events.js';
import { distanceInWord, emptyOccupancy, type Occupancy, occupy, vacate, WORD_SLOTS } from './occupancy.js';

const SPAN_MIN = WORD_SLOTS;
const SPAN_MAX = 2 ** 20;
/** Events a row holds before all rows grow: 2 to this power. */
const ROW_BITS = 2;

/**
 * The discrete-event kernel's calendar: integer cycles on a wheel (Brown, 1988), one row of events a cycle.
 *
 * An event is a non-negative 31-bit integer of the device's choosing. Empty cycles cost nothing (one bit says
 * whether a row holds anything), and no call allocates once the rows have reached the size that the run needs. Which of
 * several events of one cycle comes first is a choice point, with the events as its sources.
 */
export class EventWheel implements Calendar {
  private cycle = 0;
  private readonly mask: number;
  /** All rows, one after the other, of 2^rowBits entries each. */
  private events: Int32Array;
  private rowBits = ROW_BITS;
  private readonly counts: Int32Array;
  private readonly occupied: Occupancy;
  private readonly far = new FarEvents();
  private readonly insertFar = (cycle: number, event: number) => {
    assert(cycle >= this.cycle && cycle - this.cycle <= this.mask, 'a far event enters once it is near');
    this.insert(cycle & this.mask, event);
  };

  /**
   * @param spanCycles rows of the wheel, a power of two from 32 to 2^20. Longer delays are correct but slower.
   * @param choices decides the order within a cycle; null always takes the first, as choosing 0 would.
   * @param point the choice point of that order.
   * @param memory where its arrays come from.
   * @throws RangeError when the span is not such a power of two.
   */
  constructor(
    spanCycles: number,
    private readonly choices: Choices | null,
    private readonly point = 0,
    private readonly memory: WordSource = OWN_MEMORY,
  ) {
    const isPowerOfTwo = (spanCycles & (spanCycles - 1)) === 0;
    if (!isPowerOfTwo || spanCycles < SPAN_MIN || spanCycles > SPAN_MAX) {
      throw new RangeError(`Wheel span must be a power of two from 32 to 2^20, got ${spanCycles}`);
    }
    this.mask = spanCycles - 1;
    this.events = memory.take(spanCycles << ROW_BITS);
    this.counts = memory.take(spanCycles);
    this.occupied = emptyOccupancy(spanCycles);
  }

  /** The current cycle: that of the event that `next` returned last. */
  get now(): number {
    return this.cycle;
  }

  /** Its cycle: events of one number in one cycle are the same to all. */
  get token(): number {
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
  schedule(delayCycles: number, event: number): number {
    assert(event >= 0, 'an event is a number from 0 on');
    assert(!(delayCycles % 1 > 0), 'a delay is whole cycles');
    if (delayCycles >= 0 && delayCycles <= this.mask) {
      this.insert((this.cycle + delayCycles) & this.mask, event);
    } else {
      this.scheduleFar(delayCycles, event);
    }
    return this.cycle + delayCycles;
  }

  /** Advances to the next cycle with an event and takes one of its events, or `NO_EVENT` when all are done. */
  next(): number {
    for (;;) {
      const slot = this.cycle & this.mask;
      const distance = distanceInWord(this.occupied, slot);
      if (distance < WORD_SLOTS) {
        this.cycle += distance;
        return this.take(slot + distance);
      }
      if (!this.enterNextWord()) return NO_EVENT;
    }
  }

  /** Whether `test` holds for every event that is due now or later; in no particular order. */
  everyPending(test: (event: number) => boolean): boolean {
    for (let slot = 0; slot < this.counts.length; slot++) {
      const first = slot << this.rowBits;
      for (let at = first; at < first + this.counts[slot]; at++) if (!test(this.events[at])) return false;
    }
    return this.far.every(test);
  }

  private insert(slot: number, event: number): void {
    const count = this.counts[slot];
    if (count >> this.rowBits !== 0) this.growRows();
    this.events[(slot << this.rowBits) + count] = event;
    this.counts[slot] = count + 1;
    occupy(this.occupied, slot);
  }

  /** Doubles every row, so that all stay in one array: a look-up of a row's own array costs a tenth of P1. */
  private growRows(): void {
    const grown = this.memory.take(2 * this.events.length);
    assert(grown.length === this.counts.length << (this.rowBits + 1), 'each row has twice its room');
    for (let slot = 0; slot < this.counts.length; slot++) {
      const first = slot << this.rowBits;
      grown.set(this.events.subarray(first, first + this.counts[slot]), 2 * first);
    }
    this.events = grown;
    this.rowBits++;
  }

  private take(slot: number): number {
    const first = slot << this.rowBits;
    const last = this.counts[slot] - 1;
    assert(last >= 0, 'a row that is marked holds an event');
    this.counts[slot] = last;
    if (last === 0) {
      vacate(this.occupied, slot);
      return this.events[first];
    }
    return this.takeOneOf(first, last + 1);
  }

  private takeOneOf(first: number, n: number): number {
    const events = this.events;
    const picked = this.choices === null ? 0 : this.choices.choose(this.point, n, events, first);
    if (picked >= n) throw new RangeError(`Choice ${picked} of ${n} events`);
    const event = events[first + picked];
    events[first + picked] = events[first + n - 1];
    return event;
  }

  private scheduleFar(delayCycles: number, event: number): void {
    if (!(delayCycles >= 0))
      throw new RangeError(`Event ${event} is scheduled ${delayCycles} cycles from now`);
    this.far.add(this.cycle + delayCycles, event);
  }

  /** Moves to the first cycle of the next word with events; far events enter the wheel before their word does. */
  private enterNextWord(): boolean {
    const words = this.occupied;
    let start = this.cycle - (this.cycle & (WORD_SLOTS - 1));
    for (let turn = 0; turn < words.length; turn++) {
      start += WORD_SLOTS;
      if (this.far.soonest < start + WORD_SLOTS) return this.enterWithFar(start);
      if (words[(start & this.mask) >> 5] !== 0) {
        this.cycle = start;
        return true;
      }
    }
    if (this.far.length === 0) return false;
    return this.enterWithFar(this.far.soonest - (this.far.soonest % WORD_SLOTS));
  }

  private enterWithFar(start: number): true {
    assert(start >= this.cycle - (this.cycle & (WORD_SLOTS - 1)), 'time never goes back');
    this.cycle = start;
    this.far.takeBefore(start + this.mask + 1, this.insertFar);
    assert(this.far.soonest > start + this.mask, 'events that are still far lie beyond the wheel');
    return true;
  }
}
