import type { CounterName } from '../../../arch/index.js';
import { GENERATIONS } from '../../../arch/index.js';
import { NumberSet } from '../../evidence/basics/number-set.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { getWaveName, locateAnyWave } from '../../evidence/findings/any-wave.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { isKnownWave } from '../../evidence/findings/participant.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/** Maximum number of early returns to keep before the first memory-performed event. Some streams lack such events. */
const MAX_KEPT_RETURNS = 4096;

/** The return of an access that had not been performed yet. */
interface EarlyReturn {
  readonly wave: number;
  readonly cycle: number;
  readonly counter: CounterName;
}

/**
 * Invariant: a counter is decremented for an access only once the access has been performed; otherwise, waits would
 * end while it is in flight (S-083, S-089). Transactions in the same cycle may be in any order. A store that
 * completes in L0 and reaches L2 later counts as performed at the earlier time. Accesses not reported as performed
 * are not checked.
 */
export const RACE_08: Rule = {
  id: 'RACE-08',
  text: 'An access returns only after it has been performed.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-083', 'S-089', 'P-144', 'P-146'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-performed', 'memory-returned'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  /** The accesses that have been neither performed nor returned. */
  const inFlight = new NumberSet();
  const earlyReturns = new Map<number, EarlyReturn>();
  let hasPerformedEvents = false;
  return {
    on: {
      'memory-issued': (t) => {
        inFlight.add(t.access);
      },
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
        judge.armed++;
        if (t.cycle > earlyReturn.cycle) judge.violate(describe, ledgers, t.access, earlyReturn, t.cycle);
      },
    },
  };
}

function describe(
  ledgers: Ledgers,
  access: number,
  { wave, cycle, counter }: EarlyReturn,
  performedCycle: number,
): Finding {
  return {
    cycle: performedCycle,
    unit: 'memory',
    place: locateAnyWave(ledgers, wave),
    allowed: `Access ${access} of ${getWaveName(ledgers, wave)} is performed before ${counter} is decremented for it.`,
    observed: `It is performed in cycle ${performedCycle}, after the decrement in cycle ${cycle}.`,
    steps: [],
    hint: 'Check when the memory path considers an access complete, including after a replay.',
  };
}
