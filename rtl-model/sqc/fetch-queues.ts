import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import { SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';
import { FETCH_FAULTS, type FetchBoundary } from './faults.js';

/**
 * Requests to one bank: a queue per sequencer (P-101), served in rounds. A round grants each waiting sequencer one request in a
 * schedule-chosen order. A queue's head is overtaken by at most the rest of one round and the others of the next (P-102).
 */
export class FetchQueues {
  private readonly queues: readonly Wave[][] = Array.from({ length: SIMDS_PER_WGP }, () => []);
  /** Bits of the non-empty queues. */
  private waiting = 0;
  /** Bits of the sequencers served in this round. */
  private served = 0;
  /** SIMDs of the grantable requests. */
  private readonly candidates = new Int32Array(SIMDS_PER_WGP);

  constructor(private readonly context: DeviceContext) {
    context.inject<FetchBoundary>(this, FETCH_FAULTS);
  }

  get isEmpty(): boolean {
    return this.waiting === 0;
  }

  /** Appends a wave's request to its sequencer's queue. */
  push(wave: Wave): void {
    const sequencer = wave.place.simd % SIMDS_PER_WGP;
    assert(!this.queues[sequencer].includes(wave), 'a wave has at most one line request');
    this.queues[sequencer].push(wave);
    this.waiting |= 1 << sequencer;
  }

  /** Takes the request that the bank serves next; undefined if none is granted. */
  take(): Wave | undefined {
    const sequencer = this.pick();
    if (sequencer < 0) return undefined;
    const queue = this.queues[sequencer];
    assert(queue.length > 0, 'a granted request was made');
    this.served |= 1 << sequencer;
    if (queue.length === 1) this.waiting &= ~(1 << sequencer);
    return queue.shift();
  }

  private pick(): number {
    let count = 0;
    for (let left = this.due(); left !== 0; left &= left - 1) {
      const sequencer = 31 - Math.clz32(left & -left);
      this.candidates[count++] = this.queues[sequencer][0].place.simd;
    }
    if (count === 0) return -1;
    const picked = this.context.choices.choose(CHOICE.FETCH_QUEUE, count, this.candidates);
    assert(picked < count, 'at least one request is granted');
    return this.candidates[picked] % SIMDS_PER_WGP;
  }

  /** Bits of the waiting sequencers not yet served in this round; starts a new round once all are served. */
  due(): number {
    if ((this.waiting & ~this.served) === 0) this.served = 0;
    return this.waiting & ~this.served;
  }
}
