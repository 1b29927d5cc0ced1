import { assert } from '../kernel/assert.js';
import { PAIR } from './spec.js';

/**
 * When parameter reads are served: one a cycle for each sequencer (P-135); those of a pair of SIMDs together when they
 * touch different banks, else one after the other (P-136). Cycles are never before the request.
 */
export class DirectReads {
  /** Cycle of the last read, by SIMD. */
  private readonly servedAt: Float64Array;
  /** Banks that the SIMD's unfinished reads touch. */
  private readonly banks: Int32Array;

  constructor(simds: number) {
    this.servedAt = new Float64Array(simds).fill(-1);
    this.banks = new Int32Array(simds);
  }

  /** Cycle in which a read is served that `simd` requests at `now`; `banks` has one bit for each bank that it touches. */
  serve(simd: number, now: number, banks: number): number {
    const partner = simd - (simd % PAIR) + ((simd + 1) % PAIR);
    let cycle = Math.max(now, this.servedAt[simd] + 1);
    if (this.servedAt[partner] >= cycle && (this.banks[partner] & banks) !== 0) {
      cycle = this.servedAt[partner] + 1;
    }
    assert(cycle >= now, 'a read is served later');
    assert(cycle > this.servedAt[simd], 'a sequencer reads once a cycle');
    this.banks[simd] = this.servedAt[simd] >= now ? this.banks[simd] | banks : banks;
    this.servedAt[simd] = cycle;
    return cycle;
  }
}
