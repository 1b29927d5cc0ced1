import { assert } from './assert.js';
/** Events beyond the span of the wheel, in no particular order. They are rare, so plain arrays are good enough. */
export class FarEvents {
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
