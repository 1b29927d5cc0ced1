import { defineRule, formatWave, NEVER, type WaveRecord } from '../../kit.js';

/** With a shared id, the exiting id could not distinguish two waves (U22). */
export const HANG_07 = defineRule({
  id: 'HANG-07',
  text: 'A packer does not wait for an id that is free, and no two unfinished waves of a packer share an id.',
  statements: ['S-033', 'S-035'],
  onlyChecksHangs: true,
  needs: ['wave-formed', 'section-exit', 'quiesced'],
  create: (ledgers, judge) => ({
    quiesced: ({ cycle, waiting }) => {
      if (waiting.length === 0) return;
      const stalled = waiting.filter(({ cause }) => cause.on === 'id-window').map(({ index }) => index);
      for (const packer of ledgers.packers.packers) {
        if (packer === undefined) continue;
        const unfinishedWaves = packer.waves.kept.filter(({ retiredCycle }) => retiredCycle === NEVER);
        const isStalled = stalled.includes(packer.index) && unfinishedWaves.length === 0;
        const sharing = findWavesSharingId(unfinishedWaves) ?? [];
        if (judge.finds(isStalled || sharing.length > 0))
          judge.report({
            cycle,
            unit: 'sc',
            place: sharing[0] === undefined ? {} : { wave: sharing[0].wave },
            allowed: `Packer ${packer.index} forms waves as long as it has fewer unfinished waves than its window has ids.`,
            observed: isStalled
              ? `Packer ${packer.index} waits for space in the window, but it has no unfinished waves.`
              : `Two unfinished waves share id ${sharing[0]?.id}, so the exiting id cannot distinguish them.`,
            steps: sharing.map((wave) => `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`),
            hint: 'Check what advances the start of the id window, and what clears the stall once the window has filled up.',
          });
      }
    },
  }),
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
