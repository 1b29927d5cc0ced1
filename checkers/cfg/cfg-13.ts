import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { judgeDraws, requireField } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

/** PARTIAL_SQUAD_LAUNCH_CONTROL: a partial wave leaves when nothing else moves. */
const ON_HANG_ONLY = 1;

/** Invariant: where a drain never ends while partial waves are held back, draws that drain let them go (S-136). */
export function createCfg13(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) => {
    if (state.chip.quirks?.stalledDrain !== true) return 'not-concerned';
    if (state.field('DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP') === 0) return 'not-concerned';
    return requireField(
      state,
      'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL',
      ON_HANG_ONLY,
      `A draw that drains on ${state.chip.name} launches partial squads when nothing else moves`,
    );
  });
}
