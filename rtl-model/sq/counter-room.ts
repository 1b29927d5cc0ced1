import type { CounterName, Gfx } from '../../arch/index.js';
import { counterMaximum } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { counterNumber, STATUS } from '../wave.js';
import { COUNTERS, setThresholds } from './counters.js';

/**
 * What the counters of one generation can hold: as much as their field in `s_waitcnt` can say. An operation that would
 * count further waits for a return.
 */
export class CounterRoom {
  /** In the order of `COUNTERS`. */
  private readonly maxima: readonly number[];

  constructor(gfx: Gfx) {
    this.maxima = COUNTERS.map((counter) => counterMaximum(gfx, counter));
  }

  /** Whether a counter of the wave can take one operation more; else the wave waits until it can, and issues again. */
  has(wave: Wave, counter: CounterName): boolean {
    const most = this.maxima[counterNumber(counter)];
    assert(wave.counters[counterNumber(counter)] <= most, 'a counter stays in its field');
    assert(most > 0, 'the generation has the counter');
    if (wave.counters[counterNumber(counter)] < most) return true;
    setThresholds(wave, { [counter]: most - 1 });
    wave.status = STATUS.COUNTER;
    return false;
  }
}
