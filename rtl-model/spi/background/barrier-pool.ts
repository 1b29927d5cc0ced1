import { assert } from '../../kernel/assert.js';

/** Tracks the barriers in use on each work-group processor. Each group with more than one wave holds one (P-067). */
export class BarrierPool {
  private readonly held: readonly Set<number>[];

  constructor(
    processors: number,
    private readonly barrierCount: number,
  ) {
    this.held = Array.from({ length: processors }, () => new Set());
  }

  /** Whether a processor has a free barrier. */
  fits(processor: number): boolean {
    return this.held[processor].size < this.barrierCount;
  }

  /**
   * Allocates the processor's lowest-numbered free barrier and returns its number. The caller must check `fits` first.
   */
  take(processor: number): number {
    let barrier = 0;
    assert(this.fits(processor), 'a free barrier exists');
    while (this.held[processor].has(barrier)) barrier++;
    this.held[processor].add(barrier);
    return barrier;
  }

  free(processor: number, barrier: number): void {
    assert(barrier < 0 || this.held[processor].has(barrier), 'only a held barrier can be released');
    this.held[processor].delete(barrier);
  }
}
