import { assert } from '../kernel/assert.js';
/** The lines that one bank holds, with the cycle from which each is there; the least recently used one makes room. */
export class LineStore {
  /** Cycle of arrival by line, in order of use. */
  private readonly arrivals = new Map<number, number>();

  /** `capacity` in lines, 1 or more. */
  constructor(private readonly capacity: number) {}

  /** Cycle from which the line is there, or undefined when it was not asked for or made room; counts as a use. */
  use(line: number): number | undefined {
    const arrival = this.arrivals.get(line);
    if (arrival === undefined) return undefined;
    this.arrivals.delete(line);
    this.arrivals.set(line, arrival);
    return arrival;
  }

  /** Gives a line a place that its data reaches at `arrival` (P-104, P-106). */
  allocate(line: number, arrival: number): void {
    assert(!this.arrivals.has(line), 'a line has one place');
    assert(this.arrivals.size <= this.capacity, 'the bank holds what it can');
    if (this.arrivals.size === this.capacity) {
      const [oldest] = this.arrivals.keys();
      this.arrivals.delete(oldest);
    }
    assert(this.arrivals.size < this.capacity, 'the bank has room for the line');
    this.arrivals.set(line, arrival);
  }
}
