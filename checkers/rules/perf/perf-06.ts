import { WITH_WAVE_IDS } from '../../../arch/index.js';
import { findPollLoop } from '../../evidence/program/poll-loop.js';
import { defineRule, formatCount, NEVER, type WaveRecord } from '../../kit.js';
import { type CostByDraw, checkWaveCosts } from './cost-by-draw.js';

/** The first poll may not admit it. A sleep leaves the SIMD to the waves that it waits for. */
export const PERF_06 = defineRule({
  id: 'PERF-06',
  text: 'A wave that waits for the exiting id sleeps between its polls.',
  severity: 'warning',
  generations: WITH_WAVE_IDS,
  statements: ['S-046'],
  needs: ['wave-formed', 'exiting-id-polled'],
  create: (ledgers, judge) =>
    checkWaveCosts(ledgers, judge, addPolls, {
      describe: ({ affectedCount, waveCount, cycles }) => ({
        allowed: 'A wave that waits for the exiting id sleeps between its polls.',
        observed: `${affectedCount} of ${formatCount(waveCount, 'wave', 'waves')} polled without sleeping, for ${formatCount(cycles, 'cycle', 'cycles')} in total.`,
        hint: 'Add s_sleep to the loop. On GFX10 and later, the sleep ends when an exit is counted.',
      }),
    }),
});

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
