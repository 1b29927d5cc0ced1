import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import { SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';
import { FETCH_FAULTS, type FetchBorder } from './faults.js';

/**
 * Requests to one bank: a queue for each sequencer (P-101), served in rounds. A round grants each sequencer that waits
 * one request, in an order of the schedule's choice, so that the head of a queue is overtaken by at most the rest of
 * one round and the others of the next (P-102).
 */
export class FetchQueues {
  private readonly queues: readonly Wave[][] = Array.from({ length: SIMDS_PER_WGP }, () => []);
  /** Bits of the queues that hold a request. */
  private waiting = 0;
  /** Bits of the sequencers that this round has served. */
  private served = 0;
  /** SIMDs of the requests that may be granted. */
  private readonly candidates = new Int32Array(SIMDS_PER_WGP);

  constructor(private readonly context: DeviceContext) {
    context.inject<FetchBorder>(this, FETCH_FAULTS);
  }

  get isEmpty(): boolean {
    return this.waiting === 0;
  }

  /** Appends a wave's request to the queue of its sequencer. */
  push(wave: Wave): void {
    const sequencer = wave.place.simd % SIMDS_PER_WGP;
    assert(!this.queues[sequencer].includes(wave), 'a wave asks for one line');
    this.queues[sequencer].push(wave);
    this.waiting |= 1 << sequencer;
  }

  /** Takes the request that the bank serves next, or undefined when none is granted. */
  take(): Wave | undefined {
    const sequencer = this.pick();
    if (sequencer < 0) return undefined;
    const queue = this.queues[sequencer];
    assert(queue.length > 0, 'a request that is granted was made');
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
    assert(picked < count, 'one of the requests is granted');
    return this.candidates[picked] % SIMDS_PER_WGP;
  }

  /** Bits of the sequencers that this round still has to serve; begins a round where it has served all. */
  due(): number {
    if ((this.waiting & ~this.served) === 0) this.served = 0;
    return this.waiting & ~this.served;
  }
}
