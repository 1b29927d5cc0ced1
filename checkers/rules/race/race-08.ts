import type { MemoryReturned } from '../../../transactions/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import { isKnownWave } from '../../evidence/findings/any-wave.js';
import { defineRule, getWaveName } from '../../kit.js';

/** Maximum number of early returns to keep before the first memory-performed event. Some streams lack such events. */
const MAX_KEPT_RETURNS = 4096;

/**
 * Otherwise, waits would end while it is in flight. Transactions in the same cycle may be in any order. A store that
 * completes in L0 and reaches L2 later counts as performed at the earlier time.
 */
export const RACE_08 = defineRule({
  id: 'RACE-08',
  text: 'An access returns only after it has been performed.',
  statements: ['S-083', 'S-089', 'P-144', 'P-146'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-performed', 'memory-returned'],
  create(ledgers, judge) {
    const inFlight = new NumberMap<true>();
    /** The returns of accesses that had not been performed yet. */
    const earlyReturns = new Map<number, Pick<MemoryReturned, 'wave' | 'cycle' | 'counter'>>();
    let hasPerformedEvents = false;
    return {
      'memory-issued': (t) => inFlight.set(t.access, true),
      'memory-returned': ({ access, wave, cycle, counter }) => {
        if (!inFlight.delete(access) || !isKnownWave(ledgers, wave)) return;
        earlyReturns.set(access, { wave, cycle, counter });
        if (!hasPerformedEvents && earlyReturns.size > MAX_KEPT_RETURNS) earlyReturns.clear();
      },
      'memory-performed': (t) => {
        hasPerformedEvents = true;
        if (inFlight.delete(t.access)) {
          judge.armed++;
          return;
        }
        const earlyReturn = earlyReturns.get(t.access);
        if (earlyReturn === undefined) return;
        earlyReturns.delete(t.access);
        if (judge.finds(t.cycle > earlyReturn.cycle))
          judge.reportAt(earlyReturn.wave, t.cycle, {
            unit: 'memory',
            allowed: `Access ${t.access} of ${getWaveName(ledgers, earlyReturn.wave)} is performed before ${earlyReturn.counter} is decremented for it.`,
            observed: `Access ${t.access} of ${getWaveName(ledgers, earlyReturn.wave)} is performed in cycle ${t.cycle}, after the decrement in cycle ${earlyReturn.cycle}.`,
            hint: 'Check when the memory path considers an access complete, including after a replay.',
          });
      },
    };
  },
});
