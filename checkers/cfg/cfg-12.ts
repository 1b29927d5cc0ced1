import type { Ledgers } from '../facts/ledgers.js';
import { needsDrain } from '../facts/needs-drain.js';
import type { Judge } from '../findings/judge.js';
import { judgeInterlockedDraws } from '../rule/judge-draws.js';
import type { RuleCheck } from '../rule/rule.js';

const DRAIN = 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP';

/**
 * Invariant: draws drain on overlap on the chips that miss overlaps from some number of raster or depth samples on
 * (S-130, S-131). A drain elsewhere is PERF-03's.
 */
export function createCfg12(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeInterlockedDraws(ledgers, judge, (state) => {
    if (state.field(DRAIN) === 1 || !needsDrain(state)) return 'right';
    const { facts, chip } = state;
    return {
      allowed: `${chip.name} may miss overlaps of draws with ${chip.quirks?.missedOverlapSamples} samples or more: ${DRAIN} is 1.`,
      observed: `Draw ${facts.index} does not drain.`,
      hint: 'The drain follows from the chip and the sample counts of the draw.',
    };
  });
}
