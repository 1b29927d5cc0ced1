import { GENERATIONS } from '../../../arch/index.js';
import { mergeHandlers } from '../../evidence/basics/merge-handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { getWaveHistory } from '../../evidence/findings/wave-history.js';
import { formatCount, formatPc, formatWave, locateWave } from '../../evidence/findings/wording.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import type { LateWrite } from '../../evidence/visibility/visibility-ledger.js';
import { checkMissingBits } from './missing-bits.js';

/**
 * Invariant: when a wave's exit is counted, which lets other waves enter, all its stores to ordered memory are in
 * L2, where those waves read them (S-100, S-105). Stores that have not been performed are covered by RACE. Without
 * the coherence bits of its generation, a store may complete above L2, which is the program's fault and only a
 * warning.
 */
export const VIS_02: Rule = {
  id: 'VIS-02',
  text: 'All stores of a wave to ordered memory have reached L2 when its exit is counted.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-094', 'S-100', 'S-104', 'S-105', 'X-015', 'X-016'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed', 'section-exit'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { visibility } = ledgers;
  return {
    on: mergeHandlers([
      checkMissingBits(ledgers, judge, 'stores'),
      {
        'section-exit': (t) => {
          if (!visibility.mayBeStale) return;
          judge.armed++;
          const lateWrites = visibility.findLateWrites(t.wave);
          if (lateWrites.length > 0) judge.violate(describe, ledgers, lateWrites, t.cycle);
        },
      },
    ]),
  };
}

function describe(ledgers: Ledgers, lateWrites: readonly LateWrite[], cycle: number): Finding {
  const worst = lateWrites.find(({ isError }) => isError) ?? lateWrites[0];
  const { wave, issued } = worst.flight;
  return {
    cycle,
    severity: worst.isError ? 'error' : 'warning',
    unit: worst.isError ? 'memory' : 'program',
    place: locateWave(ledgers, wave, issued.pc),
    allowed: `All stores of ${formatWave(wave)} to ordered memory have reached L2 when its exit is counted.`,
    observed: `${formatCount(lateWrites.length, 'store is', 'stores are')} not yet in L2, the first at ${formatPc(ledgers, wave, issued.pc)}.`,
    steps: [...getWaveHistory(ledgers, wave), `cycle ${cycle}: younger waves may enter`],
    hint: worst.isError
      ? 'Find out why the store was reported complete before reaching L2 even though it requested coherence.'
      : 'Look for a missing coherent qualifier: the store lacks the coherence bit needed by its generation.',
  };
}
