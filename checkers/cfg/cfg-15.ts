import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeInterlockedDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** Invariant: primitive ordering is not switched off for the whole chip while draws ask for it (S-114, pops.md 7). */
export function createCfg15(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) =>
    requireField(state, 'DB_DFSM_CONFIG.DISABLE_POPS', 0, 'The chip orders primitives'),
  );
}
