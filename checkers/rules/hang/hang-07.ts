import type { PackerRecord } from '../../evidence/ledger/packers.js';
import { defineRule, formatWave, NEVER, type WaveRecord } from '../../kit.js';

/**
 * Invariant: once the device is idle, no packer is still waiting for space in its id window even though all its
 * waves have exited, and no two waves that have not exited share an id, since the exiting id could not distinguish
 * them (S-035; U22).
 */
export const HANG_07 = defineRule({
  id: 'HANG-07',
  text: 'A packer does not wait for an id that is free, and no two unfinished waves of a packer share an id.',
  statements: ['S-033', 'S-035'],
  onlyChecksHangs: true,
  needs: ['wave-formed', 'section-exit', 'quiesced'],
  create(ledgers, judge) {
    const report = (
      packer: PackerRecord,
      cycle: number,
      observed: string,
      waves: readonly WaveRecord[],
    ): void =>
      judge.violate(() => ({
        cycle,
        unit: 'sc',
        place: waves[0] === undefined ? {} : { wave: waves[0].wave },
        allowed: `Packer ${packer.index} forms waves as long as it has fewer unfinished waves than its window has ids.`,
        observed,
        steps: waves.map((wave) => `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`),
        hint: 'Check what advances the start of the id window, and what clears the stall once the window has filled up.',
      }));
    return {
      quiesced: ({ cycle, waiting }) => {
        if (waiting.length === 0) return;
        const stalled = waiting.filter(({ cause }) => cause.on === 'id-window').map(({ index }) => index);
        for (const packer of ledgers.packers.packers) {
          if (packer === undefined) continue;
          judge.armed++;
          const unfinishedWaves = packer.waves.kept.filter(({ retiredCycle }) => retiredCycle === NEVER);
          const sharingWaves = findWavesSharingId(unfinishedWaves);
          if (stalled.includes(packer.index) && unfinishedWaves.length === 0)
            report(packer, cycle, 'It waits for space in the window, but it has no unfinished waves.', []);
          else if (sharingWaves !== undefined)
            report(
              packer,
              cycle,
              `Two unfinished waves share id ${sharingWaves[0]?.id}, so the exiting id cannot distinguish them.`,
              sharingWaves,
            );
        }
      },
    };
  },
});

/** Returns the first two waves that share an id, or undefined if none do. */
function findWavesSharingId(waves: readonly WaveRecord[]): readonly WaveRecord[] | undefined {
  const wavesById = new Map<number, WaveRecord>();
  for (const wave of waves) {
    const earlier = wavesById.get(wave.id);
    if (earlier !== undefined) return [earlier, wave];
    wavesById.set(wave.id, wave);
  }
  return undefined;
}
