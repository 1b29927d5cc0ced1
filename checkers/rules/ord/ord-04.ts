import { WITH_WAVE_IDS } from '../../../arch/index.js';
import { defineRule, formatUnit, formatWave, getWaveHistory, locateUnit } from '../../kit.js';

/**
 * A wave is unfinished if it has neither sent its exit nor ended when this wave is formed. IDLE-04 checks the converse.
 */
export const ORD_04 = defineRule({
  id: 'ORD-04',
  text: 'A wave reported as not overlapping overlaps no unfinished wave.',
  generations: WITH_WAVE_IDS,
  statements: ['S-013', 'S-021', 'S-095', 'S-111', 'S-139'],
  needs: ['wave-formed', 'section-exit'],
  reads: ({ exits }) => exits,
  create: (ledgers, judge) => ({
    onWave: {
      'wave-formed': (wave) => {
        if (wave.didOverlap || !wave.facts.interlocked) return;
        judge.armed++;
        const missed = wave.predecessors[0];
        if (missed !== undefined) {
          if (judge.fires())
            judge.reportAt(wave, wave.formedCycle, {
              unit: 'db',
              place: { ...locateUnit(ledgers, missed.unit), otherWave: missed.wave.wave },
              allowed: `The did-overlap bit should be set because ${formatWave(missed.wave)} holds ${formatUnit(ledgers, missed.unit)} and has not exited.`,
              observed: `${formatWave(wave)} covers ${formatUnit(ledgers, missed.unit)} and is reported as not overlapping.`,
              steps: [
                ...getWaveHistory(ledgers, missed.wave),
                `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed without overlap`,
              ],
              hint: 'Check how the overlap lookup handles waves that are still being formed, a full table, and its own granularity.',
            });
        } else if (wave.hasLayers && judge.fires())
          judge.reportAt(wave, wave.formedCycle, {
            unit: 'db',
            allowed: 'The did-overlap bit should be set because quads of the wave overlap each other.',
            observed: `${formatWave(wave)} has layers 0x${wave.intrawaveMask.toString(16)} and is reported as not overlapping.`,
            steps: [
              `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed with layers but reports no overlap`,
            ],
            hint: 'Check the collision argument of a wave that overlaps only itself.',
          });
      },
    },
  }),
});
