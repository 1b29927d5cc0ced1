import { GENERATIONS } from '../../arch/index.js';
import { mergeHandlers } from '../basics/merge-handlers.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import type { Rule, RuleCheck } from '../rule/rule.js';
import { LineFills } from './line-fills.js';
import { missingBits } from './missing-bits.js';
import { staleFinding } from './stale-finding.js';

/**
 * Invariant: a read of ordered memory gives what L2 holds, or what a store that is still above L2 left: no cache serves
 * an old line (S-100, S-102, S-105). An error where the access asked for coherence, or the wave had read the word
 * coherently before (S-104) or stored it itself, or the scenario declares it coherent; else the program's, and a warning
 * (S-097).
 */
export const VIS_01: Rule = {
  id: 'VIS-01',
  text: 'No read of ordered memory is served by a stale cache line.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-094', 'S-097', 'S-098', 'S-100', 'S-102', 'S-104', 'S-105'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { visibility } = ledgers;
  const fills = new LineFills();
  return {
    on: mergeHandlers([
      missingBits(ledgers, judge, 'vector-loads'),
      fills.on,
      {
        'memory-performed': (t) => {
          const reads = visibility.reads.at(t);
          judge.armed += reads?.words ?? 0;
          const read = reads?.stale;
          if (read === undefined || read.isMixed) return;
          const allowed = 'A read of WORD returns VALUE, which was stored last.';
          judge.violate(() => staleFinding(ledgers, fills, read, t, allowed));
        },
      },
    ]),
  };
}
