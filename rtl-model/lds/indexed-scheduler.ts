import { assert } from '../kernel/assert.js';
/**
 * The one scheduler of a processor's local data share (P-132): indexed accesses of all its SIMDs go through one address
 * and data bus, one after another in the order in which they ask (P-130, P-139).
 */
export class IndexedScheduler {
  /** First cycle in which a processor's banks have served all indexed accesses. */
  private readonly freeAt: Float64Array;

  constructor(processors: number) {
    this.freeAt = new Float64Array(processors);
  }

  /** Cycle in which an access that asks now, and keeps the banks busy for this many cycles, is served. */
  serve(processor: number, now: number, cycles: number): number {
    const served = Math.max(now, this.freeAt[processor]) + cycles;
    assert(cycles >= 0, 'an access takes its cycles');
    assert(served >= this.freeAt[processor], 'accesses keep their order');
    this.freeAt[processor] = served;
    return served;
  }
}
