import type { WaveRecord } from '../../evidence/ledger/wave-record.js';

/**
 * The last range of instructions found not to affect a wave's pending accesses, so a loop within it is checked
 * only once. It stays valid as long as the newest of these accesses stays the same, since the others can only
 * decrease in number.
 */
export class HazardFreeRange {
  private wave: WaveRecord | undefined;
  /** The number of the wave's newest pending access. */
  private newest = -1;
  private first = 0;
  private end = 0;

  /**
   * Returns whether the instructions from index `first` to `last` are all in the range and `wave` has issued no
   * access since the range was remembered.
   */
  contains(wave: WaveRecord, first: number, last: number): boolean {
    return (
      first >= this.first && last < this.end && wave === this.wave && getNewestAccess(wave) === this.newest
    );
  }

  /** Remembers the range from `first` up to but not including `end`. */
  remember(wave: WaveRecord, first: number, end: number): void {
    this.wave = wave;
    this.newest = getNewestAccess(wave);
    this.first = first;
    this.end = end;
  }
}

function getNewestAccess({ pending }: WaveRecord): number {
  return pending[pending.length - 1].access;
}
