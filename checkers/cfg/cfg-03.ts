import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeDraws } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';
import { judgeEnables } from './enables-agree.js';

/**
 * Invariant: SC and SPI agree about the collision argument (S-012). Chips whose headers reserve the enable in SC are not
 * judged: no one says what it does there (pops.md 9, U28).
 */
export function createCfg03(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) =>
    state.chip.quirks?.reservedCollisionEnable === true
      ? 'not-concerned'
      : judgeEnables(state, 'LOAD_COLLISION_WAVEID'),
  );
}
