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
  skips: {
    devices:
      'other than our own: their monitors may not report all kinds of accesses as performed (accesses that never are)',
  },
  create(ledgers, judge) {
    const inFlight = new NumberMap<true>();
    /** The returns of accesses that had not been performed yet. */
    const earlyReturns = new Map<number, Pick<MemoryReturned, 'wave' | 'cycle' | 'counter'>>();
    let hasPerformedEvents = false;
    const report = (access: number, cycle: number, performed: string): void => {
      const { wave, counter, cycle: returned } = earlyReturns.get(access)!;
      const subject = `Access ${access} of ${getWaveName(ledgers, wave)} is`;
      judge.reportAt(wave, cycle, {
        unit: 'memory',
        allowed: `${subject} performed before ${counter} is decremented for it.`,
        observed: `${subject} ${performed} the decrement in cycle ${returned}.`,
        hint: 'Check when the memory path considers an access complete, including after a replay.',
      });
    };
    return {
      'memory-issued': (t) => inFlight.set(t.access, true),
      'memory-returned': ({ access, wave, cycle, counter }) => {
        if (!inFlight.delete(access) || !isKnownWave(ledgers, wave)) return;
        earlyReturns.set(access, { wave, cycle, counter });
        if (!hasPerformedEvents && earlyReturns.size > MAX_KEPT_RETURNS) earlyReturns.clear();
      },
      'memory-performed': ({ access, cycle }) => {
        hasPerformedEvents = true;
        const returned = earlyReturns.get(access)?.cycle ?? cycle;
        if (!inFlight.delete(access) && !earlyReturns.has(access)) return;
        if (judge.finds(cycle > returned)) report(access, cycle, `performed in cycle ${cycle}, after`);
        earlyReturns.delete(access);
      },
      finish: (end) => {
        if (!hasPerformedEvents || ledgers.isForeign) return;
        for (const access of earlyReturns.keys())
          if (judge.finds(true)) report(access, end, 'not performed, despite');
      },
    };
  },
});
