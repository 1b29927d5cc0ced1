import { COUNTER_NAMES } from '../../../arch/index.js';
import type { Handlers } from '../basics/handlers.js';
import type { WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

/**
 * How many accesses of a wave each counter holds, from issues and returns alone. Example: two loads are issued and one returns, so `vm`
 * holds one. A return to the wrong wave or counter is RACE-11's to find; here it takes none away where there is none.
 */
export class CountedAccesses {
  /** The stream reports returns: without them counts only grow, and say nothing about waits. */
  tellsReturns = false;
  /** By wave that the ledgers still hold, for each counter. */
  private readonly counts = new WeakMap<WaveRecord, number[]>();
  /** The wave asked for last, and its counts: transactions of one wave come together. */
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
      this.tellsReturns = true;
      const wave = this.waves.find(t.wave);
      const counts = wave === undefined ? undefined : this.countsOf(wave);
      const at = COUNTER_NAMES.indexOf(t.counter);
      if (counts !== undefined && counts[at] > 0) counts[at]--;
    },
  };

  /** Accesses outstanding by counter, in the order of `COUNTER_NAMES`; undefined for a wave that has issued none. */
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
