import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { formatCount } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import { findPollLoop } from '../../evidence/program/poll-loop.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { type CostByDraw, checkWaveCosts } from './cost-by-draw.js';

/**
 * Invariant: a wave not admitted by its first poll sleeps between polls, leaving the SIMD to the waves that it
 * waits for (S-046).
 */
export const PERF_06: Rule = {
  id: 'PERF-06',
  text: 'A wave that waits for the exiting id sleeps between its polls.',
  severity: 'warning',
  generations: WITH_WAVE_IDS,
  statements: ['S-046'],
  needs: ['wave-formed', 'exiting-id-polled'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  return checkWaveCosts(ledgers, judge, addPolls, {
    isExceeded: ({ affectedCount }) => affectedCount > 0,
    describe: ({ affectedCount, waveCount, cycles }) => ({
      allowed: 'A wave that waits for the exiting id sleeps between its polls.',
      observed: `${affectedCount} of ${formatCount(waveCount, 'wave', 'waves')} polled without sleeping, for ${formatCount(cycles, 'cycle', 'cycles')} in total.`,
      hint: 'Add s_sleep to the loop. On GFX10 and later, the sleep ends when an exit is counted.',
    }),
  });
}

/** Adds a wave that polled more than once, along with its polling cycles if its loop does not sleep. */
function addPolls(wave: WaveRecord, costs: CostByDraw): void {
  if (wave.polledCycle === NEVER || wave.enteredCycle <= wave.polledCycle) return;
  const loop = findPollLoop(wave.facts.decoded, wave.pollPc);
  if (loop === undefined) return;
  const cost = costs.getCost(wave.facts.index);
  cost.waveCount++;
  if (loop.sleepCycles > 0) return;
  cost.affectedCount++;
  cost.cycles += wave.enteredCycle - wave.polledCycle;
}
