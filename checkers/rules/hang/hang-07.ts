import { defineRule, NEVER } from '../../kit.js';

/** LAUNCH-10 judges ids that two waves share, with which the exiting id could not distinguish them (U22). */
export const HANG_07 = defineRule({
  id: 'HANG-07',
  text: 'A packer does not wait for an id that is free.',
  statements: ['S-033', 'S-035'],
  onlyChecksHangs: true,
  needs: ['wave-formed', 'section-exit', 'quiesced'],
  create: ({ packers }, judge) => ({
    quiesced: ({ cycle, waiting }) => {
      if (waiting.length === 0) return;
      const stalled = waiting.filter(({ cause }) => cause.on === 'id-window').map(({ index }) => index);
      for (const packer of packers.packers) {
        if (packer === undefined) continue;
        const isEmpty = packer.waves.kept.every(({ retiredCycle }) => retiredCycle !== NEVER);
        if (judge.finds(isEmpty && stalled.includes(packer.index)))
          judge.report({
            cycle,
            unit: 'sc',
            place: {},
            allowed: `Packer ${packer.index} forms waves as long as it has fewer unfinished waves than its window has ids.`,
            observed: `Packer ${packer.index} waits for space in the window, but it has no unfinished waves.`,
            hint: 'Check what advances the start of the id window, and what clears the stall once the window has filled up.',
          });
      }
    },
  }),
});
