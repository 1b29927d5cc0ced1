import { GENERATIONS } from '../../arch/index.js';
import { mergeHandlers } from '../basics/merge-handlers.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import type { Rule, RuleCheck } from '../rule/rule.js';
import { LineFills } from './line-fills.js';
import { missingBits } from './missing-bits.js';
import { staleFinding } from './stale-finding.js';

/**
 * Invariant: as VIS-01, where the last write came another way than the read: through a buffer and an image, or a vector
 * and the scalar path (S-087, S-107).
 */
export const VIS_03: Rule = {
  id: 'VIS-03',
  text: 'Memory accessed through several bindings, or by vector and scalar paths, is coherent.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-087', 'S-107'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  unarmed: 'no scene with stale caches accessed ordered memory in two ways',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { visibility } = ledgers;
  const fills = new LineFills();
  return {
    on: mergeHandlers([
      missingBits(ledgers, judge, 'scalar-loads'),
      fills.on,
      {
        'memory-performed': (t) => {
          const reads = visibility.reads.at(t);
          judge.armed += reads?.wordsMixed ?? 0;
          const read = reads?.stale;
          if (read === undefined || !read.isMixed) return;
          const allowed = 'A read of WORD returns VALUE, which was stored last, through any binding.';
          judge.violate(() => staleFinding(ledgers, fills, read, t, allowed));
        },
      },
    ]),
  };
}
