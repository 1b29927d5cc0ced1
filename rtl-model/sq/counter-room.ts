import { COUNTER_NAMES, type CounterLimits, counterMaximum, toLimits } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { STATUS } from '../wave.js';
import { setThresholds } from './counters.js';

/**
 * The capacity of each of a generation's counters, which is the largest value its `s_waitcnt` field can hold. An
 * operation that would exceed it waits until an earlier operation returns.
 */
export class CounterRoom {
  /** The maximum of each counter, in the order of `COUNTER_NAMES`. */
  private readonly maxima: readonly number[];
  /** For each counter, the wait limits that guarantee room for one more operation. */
  private readonly waits: readonly CounterLimits[];

  constructor(context: DeviceContext) {
    const { gfx } = context;
    this.maxima = COUNTER_NAMES.map((counter) => counterMaximum(gfx, counter));
    this.waits = COUNTER_NAMES.map((counter, i) => toLimits({ [counter]: this.maxima[i] - 1 }));
    context.inject(this);
  }

  /**
   * Whether the wave's counter with index `counter` has room for another operation. If not, makes the wave wait for
   * room and then reissue the instruction.
   */
  has(wave: Wave, counter: number): boolean {
    const maximum = this.maxima[counter];
    assert(wave.counters[counter] <= maximum, 'a counter fits in its field');
    assert(maximum > 0, 'this generation has the counter');
    if (wave.counters[counter] < maximum) return true;
    setThresholds(wave, this.waits[counter]);
    wave.status = STATUS.COUNTER;
    return false;
  }
}
