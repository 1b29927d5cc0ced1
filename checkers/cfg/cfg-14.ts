import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** DB_DFSM_CONTROL.PUNCHOUT_MODE: off, whatever the draw is like. */
const FORCE_OFF = 2;

/**
 * Invariant: DB_DFSM_CONTROL reached the hardware, which shows in the punch-out that every driver forces off; its address
 * differs between the generations that have it, and so does the register that a stray write hits (S-131, pops.md 7).
 */
export function createCfg14(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) =>
    requireField(state, 'DB_DFSM_CONTROL.PUNCHOUT_MODE', FORCE_OFF, 'Punch-out is forced off'),
  );
}
