import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeDraws } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';
import { judgeEnables } from './enables-agree.js';

/**
 * Invariant: SC and SPI agree about the intrawave collision argument, or waves hold overlaps that the shader does not
 * resolve (S-059). As CFG-03, not judged on chips whose headers reserve the enable in SC.
 */
export function createCfg04(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) =>
    state.chip.quirks?.reservedCollisionEnable === true
      ? 'not-concerned'
      : judgeEnables(state, 'LOAD_INTRAWAVE_COLLISION'),
  );
}
