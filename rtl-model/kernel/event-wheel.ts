import { SEPARATE_MEMORY, type WordSource } from '../../arch/index.js';
import { assert } from './assert.js';
import { type Calendar, NO_EVENT } from './calendar.js';
import type { Choices } from './choices.js';

/** Events beyond the span of the wheel, in no particular order. They are rare, so plain arrays are good enough. */
class FarEvents {
  private readonly cycles: number[] = [];
  private readonly events: number[] = [];
  private earliest = Number.POSITIVE_INFINITY;

  /** The cycle of the earliest event, or infinity if there are no events. */
  get earliestCycle(): number {
    return this.earliest;
  }

  get length(): number {
    return this.events.length;
  }

  /** Whether `test` holds for all events. */
  every(test: (event: number) => boolean): boolean {
    return this.events.every(test);
  }

  add(cycle: number, event: number): void {
    assert(this.cycles.length === this.events.length, 'every far event has a cycle');
    assert(Number.isSafeInteger(cycle), 'a far event has a valid cycle');
    this.cycles.push(cycle);
    this.events.push(event);
    if (cycle < this.earliest) this.earliest = cycle;
  }

  /** Removes the events before cycle `end`, passing each one to `callback`. */
  takeBefore(end: number, callback: (cycle: number, event: number) => void): void {
    this.earliest = Number.POSITIVE_INFINITY;
    let kept = 0;
    for (let index = 0; index < this.events.length; index++) {
      const cycle = this.cycles[index];
      const event = this.events[index];
      if (cycle < end) {
        callback(cycle, event);
      } else {
        this.cycles[kept] = cycle;
        this.events[kept] = event;
        kept++;
        if (cycle < this.earliest) this.earliest = cycle;
      }
    }
    assert(kept === 0 || this.earliest >= end, 'the remaining events are later than those removed');
    this.cycles.length = kept;
    this.events.length = kept;
  }
}

/**
 * One bit per slot of a ring, in 32-bit words, so the next used slot can be found without scanning the empty ones. The
 * functions operate on a plain array, because a wrapper object would make the kernel benchmark (P1,
 * `tools/bench/p1-kernel.ts`) 5% slower.
 */
type Occupancy = Int32Array;

/** The number of slots per word. */
const WORD_SLOTS = 32;

/** Creates an empty ring. `slots` is a power of two no smaller than `WORD_SLOTS`. */
function makeEmptyOccupancy(slots: number): Occupancy {
  assert(slots % WORD_SLOTS === 0, 'a ring consists of whole words');
  return new Int32Array(slots / WORD_SLOTS);
}

/** Marks a slot as used. */
function occupy(occupancy: Occupancy, slot: number): void {
  occupancy[slot >> 5] |= 1 << slot;
}

/** Marks a slot as empty. */
function vacate(occupancy: Occupancy, slot: number): void {
  occupancy[slot >> 5] &= ~(1 << slot);
}

/** Returns the distance from `slot` to the next used slot in its word, or `WORD_SLOTS` if the rest of it is empty. */
function getDistanceInWord(occupancy: Occupancy, slot: number): number {
  const rest = occupancy[slot >> 5] >>> slot;
  return WORD_SLOTS - Math.clz32(~rest & (rest - 1));
}

const MIN_SPAN = WORD_SLOTS;
const MAX_SPAN = 2 ** 20;
/** The base-2 logarithm of the number of events that a row can initially hold. */
const ROW_BITS = 2;

/**
 * The calendar of the discrete-event kernel. A timing wheel (after Brown, 1988) with one row of events per cycle.
 *
 * An event is a non-negative 31-bit integer of the device's choosing. Skipping empty cycles is cheap, because a bitmap
 * marks the non-empty rows. No call allocates memory once the rows are large enough for the run. The order of events
 * within a cycle is a choice point; the candidate events are passed as its sources.
 */
export class EventWheel implements Calendar {
  private cycle = 0;
  private readonly mask: number;
  /** All rows, one after another, each with 2^rowBits entries. */
  private events: Int32Array;
  private rowBits = ROW_BITS;
  private readonly counts: Int32Array;
  private readonly occupied: Occupancy;
  private readonly far = new FarEvents();
  private readonly insertFar = (cycle: number, event: number) => {
    assert(cycle >= this.cycle && cycle - this.cycle <= this.mask, 'an inserted far event must be in range');
    this.insert(cycle & this.mask, event);
  };

  /**
   * @param spanCycles the number of rows, a power of two from 32 to 2^20. Longer delays are allowed but are slower.
   * @param choices decides the order of events within a cycle. If null, the first event is always taken.
   * @param point the choice point for that order.
   * @param memory allocates the wheel's arrays.
   * @throws RangeError if `spanCycles` is not a power of two in that range.
   */
  constructor(
    spanCycles: number,
    private readonly choices: Choices | null,
    private readonly point = 0,
    private readonly memory: WordSource = SEPARATE_MEMORY,
  ) {
    const isPowerOfTwo = (spanCycles & (spanCycles - 1)) === 0;
    if (!isPowerOfTwo || spanCycles < MIN_SPAN || spanCycles > MAX_SPAN) {
      throw new RangeError(`Wheel span must be a power of two from 32 to 2^20, got ${spanCycles}`);
    }
    this.mask = spanCycles - 1;
    this.events = memory.take(spanCycles << ROW_BITS);
    this.counts = memory.take(spanCycles);
    this.occupied = makeEmptyOccupancy(spanCycles);
  }

  /** The current cycle: that of the last event returned by `next`. */
  get now(): number {
    return this.cycle;
  }

  /** The cycle of the last event. Events with the same number and cycle are interchangeable. */
  get token(): number {
    return this.cycle;
  }

  /** The number of pending events, counted on demand for diagnostics. */
  get pending(): number {
    return this.counts.reduce((sum, count) => sum + count, this.far.length);
  }

  /**
   * Schedules `event` for `delayCycles` cycles from now. If the delay is 0, the event occurs later in this cycle.
   *
   * @throws RangeError if the delay is negative or NaN.
   */
  schedule(delayCycles: number, event: number): number {
    assert(event >= 0, 'an event is a non-negative integer');
    assert(!(delayCycles % 1 > 0), 'the delay is a whole number of cycles');
    if (!(delayCycles >= 0))
      throw new RangeError(`Delay of event ${event} must be at least 0 cycles, got ${delayCycles}`);
    if (delayCycles <= this.mask) this.insert((this.cycle + delayCycles) & this.mask, event);
    else this.far.add(this.cycle + delayCycles, event);
    return this.cycle + delayCycles;
  }

  /** Advances to the next cycle with an event and takes one of its events, or returns `NO_EVENT` if none is pending. */
  next(): number {
    for (;;) {
      const slot = this.cycle & this.mask;
      const distance = getDistanceInWord(this.occupied, slot);
      if (distance < WORD_SLOTS) {
        this.cycle += distance;
        return this.take(slot + distance);
      }
      if (!this.enterNextWord()) return NO_EVENT;
    }
  }

  /** Whether `test` holds for every pending event. The events are visited in no particular order. */
  everyPending(test: (event: number) => boolean): boolean {
    for (let slot = 0; slot < this.counts.length; slot++) {
      const first = slot << this.rowBits;
      for (let index = first; index < first + this.counts[slot]; index++)
        if (!test(this.events[index])) return false;
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

  /**
   * Doubles the size of every row. The rows share one array, because separate arrays would make the kernel benchmark
   * (P1, `tools/bench/p1-kernel.ts`) 10% slower.
   */
  private growRows(): void {
    const grown = this.memory.take(2 * this.events.length);
    assert(grown.length === this.counts.length << (this.rowBits + 1), 'every row has doubled in size');
    for (let slot = 0; slot < this.counts.length; slot++) {
      const first = slot << this.rowBits;
      for (let i = 0; i < this.counts[slot]; i++) grown[2 * first + i] = this.events[first + i];
    }
    this.events = grown;
    this.rowBits++;
  }

  private take(slot: number): number {
    const first = slot << this.rowBits;
    const last = this.counts[slot] - 1;
    assert(last >= 0, 'a row marked as non-empty holds an event');
    this.counts[slot] = last;
    if (last === 0) {
      vacate(this.occupied, slot);
      return this.events[first];
    }
    return this.pickEvent(first, last + 1);
  }

  private pickEvent(first: number, n: number): number {
    const events = this.events;
    const picked = this.choices === null ? 0 : this.choices.choose(this.point, n, events, first);
    if (picked >= n) throw new RangeError(`Choice ${picked} is out of range for ${n} events`);
    const event = events[first + picked];
    events[first + picked] = events[first + n - 1];
    return event;
  }

  /**
   * Advances to the first cycle of the next word in which an event is pending. If a far event is pending in that word,
   * all far events that are then in range enter the wheel. Returns false if no event is pending.
   */
  private enterNextWord(): boolean {
    const words = this.occupied;
    let start = this.cycle - (this.cycle & (WORD_SLOTS - 1));
    for (let turn = 0; turn < words.length; turn++) {
      start += WORD_SLOTS;
      if (this.far.earliestCycle < start + WORD_SLOTS) return this.enterWithFarEvents(start);
      if (words[(start & this.mask) >> 5] !== 0) {
        this.cycle = start;
        return true;
      }
    }
    if (this.far.length === 0) return false;
    return this.enterWithFarEvents(this.far.earliestCycle - (this.far.earliestCycle % WORD_SLOTS));
  }

  private enterWithFarEvents(start: number): true {
    assert(start >= this.cycle - (this.cycle & (WORD_SLOTS - 1)), 'time never goes backwards');
    this.cycle = start;
    this.far.takeBefore(start + this.mask + 1, this.insertFar);
    assert(
      this.far.earliestCycle > start + this.mask,
      'the remaining far events are beyond the span of the wheel',
    );
    return true;
  }
}
