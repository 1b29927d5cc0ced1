import { EXIT_BY_EXPORT, factsOf, waitsForExportReady } from '../../../arch/index.js';
import { checkEveryPath, defineRule, formatPc, formatWave, getWaveHistory } from '../../kit.js';

/**
 * The immediate of every event wait must request a wait (S-055). The null target no longer exists (pops.md 9). EXP-05 and
 * EXP-07 judge the exports that waves make, and this rule those of all paths.
 */
export const PROTO_05 = defineRule({
  id: 'PROTO-05',
  text: 'On GFX11 the no-wait bit of the event wait is clear, the export with the done bit set is the last one, and no export goes to the null target.',
  generations: EXIT_BY_EXPORT,
  statements: ['S-055', 'S-056', 'S-092', 'S-108', 'X-011'],
  needs: ['wave-formed'],
  create: (ledgers, judge) => ({
    onWave: {
      'event-wait-done': (wave, t) => {
        if (judge.finds(!waitsForExportReady(factsOf(ledgers.gfx), t.immediate)))
          judge.reportAt(wave, t, {
            unit: 'program',
            allowed: 'The wave waits for export-ready.',
            observed: `${formatWave(wave)} does not wait at ${formatPc(ledgers, wave, t.pc)}.`,
            steps: getWaveHistory(ledgers, wave),
            hint: 'Check the immediate of the event wait, and which export sets the done bit.',
          });
      },
    },
    finish: (end) => checkEveryPath(ledgers, judge, end),
  }),
});
