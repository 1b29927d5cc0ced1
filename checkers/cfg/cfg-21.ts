import { factsOf } from '../../arch/index.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** Invariant: options whose effect on ordering no one knows are left as every driver leaves them (S-113; pops.md 7 and 11, U17). */
export function createCfg21(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) => {
    const judgements = factsOf(ledgers.gfx).unknownOptions.map((name) =>
      requireField(state, name, 0, 'What an option does to ordering that no driver sets is unknown'),
    );
    return judgements.find((judgement) => judgement !== 'right') ?? 'right';
  });
}
