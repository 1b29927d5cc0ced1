import { assert } from '../kernel/assert.js';

/** The lines stored in one bank, with their arrival cycles. The least recently used line is evicted first. */
export class LineStore {
  /** The arrival cycle of each line, least recently used first. */
  private readonly arrivals = new Map<number, number>();

  /** @param capacity number of lines, at least 1 */
  constructor(private readonly capacity: number) {}

  /** Marks a line as used and returns the cycle in which it arrives, or undefined if it is not in the bank. */
  use(line: number): number | undefined {
    const arrival = this.arrivals.get(line);
    if (arrival === undefined) return undefined;
    this.arrivals.delete(line);
    this.arrivals.set(line, arrival);
    return arrival;
  }

  /** Allocates a line whose data arrives at `arrival` (P-104, P-106). */
  allocate(line: number, arrival: number): void {
    assert(!this.arrivals.has(line), 'a line is allocated at most once');
    assert(this.arrivals.size <= this.capacity, "the bank's lines are within its capacity");
    if (this.arrivals.size === this.capacity) {
      const [oldest] = this.arrivals.keys();
      this.arrivals.delete(oldest);
    }
    assert(this.arrivals.size < this.capacity, 'the bank has room for the line');
    this.arrivals.set(line, arrival);
  }
}
