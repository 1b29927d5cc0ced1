import { COUNTER_NAMES, type CounterLimits, counterMaximum, type Gfx, toLimits } from '../../arch/index.js';
import { FIXED, type FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { STATUS } from '../wave.js';
import { setThresholds } from './counters.js';

/**
 * The capacities of a generation's counters, which are the maxima of their `s_waitcnt` fields. An operation that would
 * exceed a maximum waits until an earlier operation returns.
 */
export class CounterRoom {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<CounterRoom> = { maxima: FIXED };

  /** The maximum of each counter, in the order of `COUNTER_NAMES`. */
  private readonly maxima: readonly number[];
  /** The limits of a wait for room in each counter. */
  private readonly waits: readonly CounterLimits[];

  constructor(gfx: Gfx) {
    this.maxima = COUNTER_NAMES.map((counter) => counterMaximum(gfx, counter));
    this.waits = COUNTER_NAMES.map((counter, i) => toLimits({ [counter]: this.maxima[i] - 1 }));
  }

  /**
   * Whether the wave's counter with index `counter` has room for another operation. If not, makes the wave wait for
   * room, after which it issues the instruction again.
   */
  has(wave: Wave, counter: number): boolean {
    const maximum = this.maxima[counter];
    assert(wave.counters[counter] <= maximum, 'a counter fits in its field');
    assert(maximum > 0, 'the generation has the counter');
    if (wave.counters[counter] < maximum) return true;
    setThresholds(wave, this.waits[counter]);
    wave.status = STATUS.COUNTER;
    return false;
  }
}
