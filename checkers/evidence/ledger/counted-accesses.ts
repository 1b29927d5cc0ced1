import { COUNTER_NAMES, type CounterName } from '../../../arch/index.js';
import type { MemoryIssued, Scenario } from '../../../transactions/index.js';
import { type Handlers, mergeHandlers } from '../basics/handlers.js';
import { type AnyWave, type BackgroundLedger, findAnyWave } from './background.js';
import { CountedExports } from './counted-exports.js';
import type { WaveLedger } from './waves.js';

const EXP = COUNTER_NAMES.indexOf('exp');

/** Where and when a wave issues something that a counter counts. */
type CountedIssue = Pick<MemoryIssued, 'wave' | 'pc' | 'cycle'>;

/**
 * Counts each wave's outstanding accesses per counter, based only on issues and returns, and on what `CountedExports`
 * knows. For example, after two loads are issued and one returns, `vm` is one. RACE-11 checks for returns to the wrong
 * wave or counter; here, counts simply never fall below zero.
 */
export class CountedAccesses {
  /** Whether the stream reports returns. Without them, counts never decrease and say nothing about waits. */
  private reportsReturns = false;
  private readonly exports: CountedExports;
  readonly on: Handlers;
  /** Number of accesses per counter, for each wave still in the ledgers. */
  private readonly counts = new WeakMap<AnyWave, number[]>();
  /** The last wave that was counted, cached along with its counts because a wave's transactions are often consecutive. */
  private lastNumber = -1;
  private lastCounts: number[] = [];

  constructor(
    private readonly ledgers: { readonly waves: WaveLedger; readonly background: BackgroundLedger },
    scenario: Scenario,
    isForeign: boolean,
  ) {
    this.exports = new CountedExports(scenario, isForeign);
    this.on = mergeHandlers<Handlers>([
      this.exports.on,
      {
        'memory-issued': (t) => this.add(t.wave, t.counter, 1),
        'memory-returned': (t) => {
          this.reportsReturns = true;
          this.add(t.wave, t.counter, -1);
        },
      },
    ]);
  }

  /**
   * Returns how many accesses a wave has outstanding in a cycle on the counter with an index in `COUNTER_NAMES`, or
   * undefined if the wave is unknown or the stream does not say when what the counter counts has ended.
   */
  count({ wave, cycle }: Pick<CountedIssue, 'wave' | 'cycle'>, index: number): number | undefined {
    if (index === EXP)
      return this.exports.reportsEnds && this.find(wave) ? this.exports.count(wave, cycle) : undefined;
    return this.reportsReturns ? this.getCounts(wave)?.[index] : undefined;
  }

  /** Returns handlers that call `check` with each issue that counts, its counter, and how many are now outstanding. */
  onIssued(check: (t: CountedIssue, counter: CounterName, count: number) => void): Handlers {
    const checkExport = (t: CountedIssue): void => {
      const count = this.count(t, EXP);
      if (count !== undefined) check(t, 'exp', count + 1);
    };
    return {
      'memory-issued': (t) => {
        const count = this.getCounts(t.wave)?.[COUNTER_NAMES.indexOf(t.counter)];
        if (count !== undefined) check(t, t.counter, count);
      },
      'export-requested': checkExport,
      'direct-read-served': ({ wave, pc, asked }) => checkExport({ wave, pc, cycle: asked }),
    };
  }

  private getCounts(wave: number): readonly number[] | undefined {
    if (wave === this.lastNumber) return this.lastCounts;
    const record = this.find(wave);
    return record && this.counts.get(record);
  }

  private find(wave: number): AnyWave | undefined {
    return findAnyWave(this.ledgers, wave);
  }

  private add(wave: number, counter: CounterName, change: number): void {
    const counts = this.getOrCreateCounts(wave);
    if (counts === undefined) return;
    const index = COUNTER_NAMES.indexOf(counter);
    counts[index] = Math.max(0, counts[index] + change);
  }

  private getOrCreateCounts(wave: number): number[] | undefined {
    if (wave === this.lastNumber) return this.lastCounts;
    const record = this.find(wave);
    if (record === undefined) return undefined;
    const counts = this.counts.get(record) ?? COUNTER_NAMES.map(() => 0);
    this.counts.set(record, counts);
    this.lastNumber = wave;
    this.lastCounts = counts;
    return counts;
  }
}
