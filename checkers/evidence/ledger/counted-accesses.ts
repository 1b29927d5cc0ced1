import { COUNTER_NAMES } from '../../../arch/index.js';
import type { Handlers } from '../basics/handlers.js';
import type { WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

/**
 * Counts each wave's outstanding accesses per counter, based only on the issue and return transactions. For example,
 * after two loads are issued and one returns, `vm` is one. RACE-11 checks for returns to the wrong wave or counter;
 * here, counts simply never fall below zero.
 */
export class CountedAccesses {
  /** Whether the stream reports returns. Without them, counts never decrease and say nothing about waits. */
  reportsReturns = false;
  /** Number of accesses per counter, for each wave still in the ledgers. */
  private readonly counts = new WeakMap<WaveRecord, number[]>();
  /** The last wave looked up, cached along with its counts because a wave's transactions are often consecutive. */
  private lastWave: WaveRecord | undefined;
  private lastCounts: number[] | undefined;

  constructor(private readonly waves: WaveLedger) {}

  readonly on: Handlers = {
    'memory-issued': (t) => {
      const wave = this.waves.find(t.wave);
      if (wave === undefined) return;
      let counts = this.findCounts(wave);
      if (counts === undefined) {
        counts = COUNTER_NAMES.map(() => 0);
        this.counts.set(wave, counts);
        this.lastCounts = counts;
      }
      counts[COUNTER_NAMES.indexOf(t.counter)]++;
    },
    'memory-returned': (t) => {
      this.reportsReturns = true;
      const wave = this.waves.find(t.wave);
      const counts = wave === undefined ? undefined : this.findCounts(wave);
      const index = COUNTER_NAMES.indexOf(t.counter);
      if (counts !== undefined && counts[index] > 0) counts[index]--;
    },
  };

  /**
   * Returns the number of a wave's outstanding accesses on each counter, in the order of `COUNTER_NAMES`, or undefined
   * if the wave has issued none.
   */
  getCounts(wave: WaveRecord): readonly number[] | undefined {
    return this.findCounts(wave);
  }

  private findCounts(wave: WaveRecord): number[] | undefined {
    if (wave !== this.lastWave) {
      this.lastWave = wave;
      this.lastCounts = this.counts.get(wave);
    }
    return this.lastCounts;
  }
}
