import type { WaveRecord } from '../../kit.js';

/**
 * The last range of instructions found not to affect a wave's pending accesses, so that a loop within it need only
 * be checked once. The range stays valid while the wave's newest pending access stays the same, since older ones can
 * only finish.
 */
export class HazardFreeRange {
  private wave: WaveRecord | undefined;
  /** The wave's newest pending access, by number. */
  private newest = -1;
  private first = 0;
  private end = 0;

  /** Whether the range contains the instructions from `first` to `last` and `wave` has issued no access since. */
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
  return pending[pending.length - 1].id;
}
