import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { RuleCheck } from '../rule.js';
import type { DrawState } from './draw-state.js';
import { judgeDraws } from './judge-draws.js';

const DRAIN = 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP';

/**
 * Invariant: draws drain on overlap on the chips that miss overlaps from some number of raster or depth samples on
 * (S-130, S-131). Elsewhere a drain is legal and only slow: a warning (S-135).
 */
export function createCfg12(ledgers: Ledgers, judge: Judge): RuleCheck {
  return judgeDraws(ledgers, judge, (state) => {
    const drains = state.field(DRAIN) === 1;
    const needed = needsDrain(state);
    if (drains === needed) return 'right';
    const { facts, chip } = state;
    const reason = needed
      ? `${chip.name} may miss overlaps of draws with ${chip.quirks?.missedOverlapSamples} samples or more`
      : 'Only draws that may miss overlaps drain';
    return {
      allowed: `${reason}: ${DRAIN} is ${needed ? 1 : 0}.`,
      observed: needed
        ? `Draw ${facts.index} does not drain.`
        : `Draw ${facts.index} drains, which costs time and orders nothing that was not ordered.`,
      hint: 'The drain follows from the chip and the sample counts of the draw, and is taken back by the next draw.',
      ...(needed ? {} : { severity: 'warning' as const }),
    };
  });
}

/** Depth samples count only where the raster samples do not decide: their register may not be given. */
function needsDrain(state: DrawState): boolean {
  const from = state.chip.quirks?.missedOverlapSamples;
  if (from === undefined) return false;
  const atLeast = (log2: number | undefined): boolean => log2 !== undefined && 1 << log2 >= from;
  return (
    atLeast(state.field('PA_SC_AA_CONFIG.MSAA_NUM_SAMPLES')) || atLeast(state.field('DB_Z_INFO.NUM_SAMPLES'))
  );
}
