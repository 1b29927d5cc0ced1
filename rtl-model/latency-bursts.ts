import type { KnobValues } from '../transactions/index.js';
import { CHOICE } from './choice-points.js';
import { assert } from './kernel/assert.js';
import type { Choices } from './kernel/index.js';

const PERCENT = 100;

/** During a burst, latencies are chosen from the upper 1 / 2^UPPER_SHIFT of their range. */
const UPPER_SHIFT = 3;

/**
 * Produces correlated long latencies: during a burst, every latency is at the upper end of its range. Bursts are a form
 * of stress, so they end when the stimulus does, and the remaining work drains at normal speed.
 */
export class LatencyBursts {
  private endCycle = 0;

  /** @param hasStimulusEnded returns whether the stimulus has ended. */
  constructor(
    private readonly spec: Pick<KnobValues, 'latencyBurst' | 'latencyBurstCycles'>,
    private readonly choices: Choices,
    private readonly hasStimulusEnded: () => boolean,
  ) {}

  /** Chooses a latency, in cycles, from the given range. `now` is the current cycle. */
  latency(point: number, [low, high]: readonly [number, number], now: number): number {
    const span = high - low + 1;
    assert(span > 0, 'the minimum must not exceed the maximum');
    if (this.hasStimulusEnded() || (now >= this.endCycle && !this.tryStart(now)))
      return low + this.choices.choose(point, span);
    return high - this.choices.choose(point, Math.max(1, span >> UPPER_SHIFT));
  }

  private tryStart(now: number): boolean {
    const { latencyBurst, latencyBurstCycles } = this.spec;
    if (this.choices.choose(CHOICE.LATENCY_BURST, PERCENT) >= latencyBurst) return false;
    assert(now >= this.endCycle, 'a burst is over before the next one starts');
    this.endCycle = now + latencyBurstCycles;
    return true;
  }
}
