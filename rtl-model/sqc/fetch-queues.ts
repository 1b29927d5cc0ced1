import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import { SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';
import { FETCH_FAULTS, type FetchBoundary } from './faults.js';

/**
 * Queues requests for one bank. Each sequencer has a queue (P-101), and the queues are served in rounds. In each round,
 * every waiting sequencer is granted one request, in an order chosen by the schedule. The request at the head of a
 * queue is served no later than the end of the next round (P-102).
 */
export class FetchQueues {
  private readonly queues: readonly Wave[][] = Array.from({ length: SIMDS_PER_WGP }, () => []);
  /** A bit mask of the non-empty queues. */
  private waiting = 0;
  /** A bit mask of the sequencers that have been served in this round. */
  private served = 0;
  /** The SIMDs whose requests can be granted. */
  private readonly candidates = new Int32Array(SIMDS_PER_WGP);

  constructor(private readonly context: DeviceContext) {
    context.inject<FetchBoundary>(this, FETCH_FAULTS);
  }

  get isEmpty(): boolean {
    return this.waiting === 0;
  }

  /** Appends a wave's request to the queue of its sequencer. */
  push(wave: Wave): void {
    const sequencer = wave.place.simd % SIMDS_PER_WGP;
    assert(!this.queues[sequencer].includes(wave), 'a wave has at most one line request');
    this.queues[sequencer].push(wave);
    this.waiting |= 1 << sequencer;
  }

  /** Removes and returns the request that the bank serves next, or returns undefined if none is granted. */
  take(): Wave | undefined {
    const sequencer = this.pickSequencer();
    if (sequencer < 0) return undefined;
    const queue = this.queues[sequencer];
    assert(queue.length > 0, 'only a queued request can be granted');
    this.served |= 1 << sequencer;
    if (queue.length === 1) this.waiting &= ~(1 << sequencer);
    return queue.shift();
  }

  private pickSequencer(): number {
    let count = 0;
    for (let bits = this.due(); bits !== 0; bits &= bits - 1) {
      const sequencer = 31 - Math.clz32(bits & -bits);
      this.candidates[count++] = this.queues[sequencer][0].place.simd;
    }
    if (count === 0) return -1;
    const picked = this.context.choices.choose(CHOICE.FETCH_QUEUE, count, this.candidates);
    assert(picked < count, 'the picked request is a candidate');
    return this.candidates[picked] % SIMDS_PER_WGP;
  }

  /** Returns a mask of the waiting sequencers not yet served in this round. Starts a new round if there are none. */
  due(): number {
    if ((this.waiting & ~this.served) === 0) this.served = 0;
    return this.waiting & ~this.served;
  }
}
