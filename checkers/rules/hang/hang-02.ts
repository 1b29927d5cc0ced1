import { WITH_WAVE_IDS } from '../../../arch/index.js';
import { checkEveryPath, defineRule, formatPc, formatWave, getWaveHistory } from '../../kit.js';
import { checkWaitingWaves } from './wait-graph.js';

/**
 * A wave that waits for its own id deadlocks, because the exiting id cannot pass it until the wave exits (W9 in
 * pops.md 5.4).
 */
export const HANG_02 = defineRule({
  id: 'HANG-02',
  text: 'A wave reported as not overlapping never waits for the exiting id, and no wave waits for itself.',
  generations: WITH_WAVE_IDS,
  statements: ['S-020', 'S-021'],
  needs: ['wave-formed'],
  partialNeeds: ['quiesced'],
  create: (ledgers, judge) => ({
    ...checkWaitingWaves(ledgers, (wave, { pc, cause }, cycle) => {
      if ((cause.on !== 'exiting-id' && cause.on !== 'sleep') || wave.pollPc < 0) return;
      if (judge.finds(!wave.didOverlap)) {
        const ownIdNote = wave.newest === wave.id ? `, newest id ${wave.newest}, which is its own` : '';
        judge.reportAt(wave, cycle, {
          pc,
          unit: 'program',
          allowed: `${formatWave(wave)} was reported as not overlapping, so it does not wait.`,
          observed: `${formatWave(wave)} waits for the exiting id at ${formatPc(ledgers, wave, pc)}${ownIdNote}, and will wait forever.`,
          steps: getWaveHistory(ledgers, wave),
          hint: 'Check the branch on bit 31 of the collision argument that should skip the wait.',
        });
      }
    }),
    onWave: {
      'wave-formed': (wave) => {
        if (!wave.didOverlap) return;
        if (judge.finds(wave.newestSequence === wave.sequence))
          judge.reportAt(wave, wave.formedCycle, {
            unit: 'db',
            allowed: `The newest overlapped id refers to a wave on packer ${wave.packer} that was formed before ${formatWave(wave)}.`,
            observed: `The newest-overlap field ${wave.newest} of ${formatWave(wave)} refers to the wave itself, so its wait never ends.`,
            steps: [
              `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed with newest-overlap field ${wave.newest}`,
            ],
            hint: 'Check which id is reported to a wave that overlaps no older wave, and what happens to that id on wraparound.',
          });
      },
    },
    finish: (end) => checkEveryPath(ledgers, judge, end),
  }),
});
