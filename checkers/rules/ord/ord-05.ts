import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { WaveRecord } from '../../kit.js';
import { defineRule, formatUnit, formatWave, getWaveHistory, locateUnit } from '../../kit.js';

/**
 * The id is decoded the way programs for the generation must decode it. An id that is newer than necessary is legal,
 * and so is the id of a wave that has exited. The id of a later wave decodes as a very old one, so this rule reports
 * it as too old.
 */
export const ORD_05 = defineRule({
  id: 'ORD-05',
  text: "A wave's newest overlapped id is never older than the youngest unfinished wave it overlaps, and never younger than the wave itself.",
  generations: WITH_WAVE_IDS,
  statements: ['S-016', 'S-035', 'S-039', 'S-115'],
  needs: ['wave-formed', 'section-exit'],
  reads: ({ exits }) => exits,
  create: (ledgers, judge) => ({
    onWave: {
      'wave-formed': (wave) => {
        if (!wave.didOverlap) return;
        // A wave that waits for its own id would never finish; HANG-02 reports that.
        if (wave.newestSequence === wave.sequence) return;
        judge.armed++;
        const youngest = findYoungestOverlapped(wave);
        if (youngest !== undefined && wave.newestSequence < youngest.wave.sequence && judge.fires()) {
          const { packers } = ledgers;
          judge.reportAt(wave, wave.formedCycle, {
            unit: 'db',
            place: { ...locateUnit(ledgers, youngest.unit), otherWave: youngest.wave.wave },
            allowed: `The newest overlapped id of ${formatWave(wave)} is ${youngest.wave.id} or the id of a younger wave, because ${formatWave(youngest.wave)} holds ${formatUnit(ledgers, youngest.unit)} and has not exited.`,
            observed: `The newest-overlap field of ${formatWave(wave)} is ${wave.newest}, which decodes to id ${packers.getId(wave.newestSequence)}, ${youngest.wave.sequence - wave.newestSequence} ids too old.`,
            steps: [
              ...getWaveHistory(ledgers, youngest.wave),
              `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed with ${formatNewest(wave)}`,
            ],
            hint: 'Check which overlapped wave the lookup records and how the id field wraps around.',
          });
        }
      },
    },
  }),
});

function findYoungestOverlapped(wave: WaveRecord): WaveRecord['predecessors'][number] | undefined {
  let youngest: WaveRecord['predecessors'][number] | undefined;
  for (const predecessor of wave.predecessors) {
    if (predecessor.wave.packer !== wave.packer) continue;
    if (youngest === undefined || predecessor.wave.sequence > youngest.wave.sequence) youngest = predecessor;
  }
  return youngest;
}

function formatNewest(wave: WaveRecord): string {
  return `its newest-overlap field set to ${wave.newest}`;
}
