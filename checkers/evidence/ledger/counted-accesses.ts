import { COUNTER_NAMES } from '../../../arch/index.js';
import type { Handlers } from '../basics/handlers.js';
import type { WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

/**
 * Accesses per counter of a wave, from issues and returns alone. Example: two loads are issued and one returns, so `vm` holds
 * one. Returns to the wrong wave or counter are for RACE-11; here a count never goes below zero.
 */
export class CountedAccesses {
  /** Whether the stream reports returns: without them counts only grow and are useless for waits. */
  reportsReturns = false;
  /** Number of accesses per counter, by wave still in the ledgers. */
  private readonly counts = new WeakMap<WaveRecord, number[]>();
  /** The last wave looked up, and its counts: a wave's transactions are often consecutive. */
  private lastWave: WaveRecord | undefined;
  private lastCounts: number[] | undefined;

  constructor(private readonly waves: WaveLedger) {}

  readonly on: Handlers = {
    'memory-issued': (t) => {
      const wave = this.waves.find(t.wave);
      if (wave === undefined) return;
      let counts = this.countsOf(wave);
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
      const counts = wave === undefined ? undefined : this.countsOf(wave);
      const at = COUNTER_NAMES.indexOf(t.counter);
      if (counts !== undefined && counts[at] > 0) counts[at]--;
    },
  };

  /** Outstanding accesses by counter, in the order of `COUNTER_NAMES`; undefined for a wave that has issued none. */
  of(wave: WaveRecord): readonly number[] | undefined {
    return this.countsOf(wave);
  }

  private countsOf(wave: WaveRecord): number[] | undefined {
    if (wave !== this.lastWave) {
      this.lastWave = wave;
      this.lastCounts = this.counts.get(wave);
    }
    return this.lastCounts;
  }
}
