import { WITH_WAVE_IDS } from '../../../arch/index.js';
import { checkEveryPath, defineRule, formatPc, formatWave, getWaveHistory, NEVER } from '../../kit.js';

/** Whether each iteration of the wait rereads the id is checked on the program's paths. */
export const PROTO_04 = defineRule({
  id: 'PROTO-04',
  text: 'A wave polls only with its packer set and bit 31 of its collision argument set, and each iteration reads the exiting id again.',
  generations: WITH_WAVE_IDS,
  statements: ['S-010', 'S-020', 'S-024', 'S-042', 'S-044', 'S-049'],
  needs: ['wave-formed'],
  reads: () => ['hwreg-written'],
  unarmedReason: 'no path polls the exiting id',
  create: (ledgers, judge) => ({
    onWave: {
      'exiting-id-polled': (wave, t) => {
        const hasPacker = wave.firstPackerWriteCycle !== NEVER;
        if (judge.finds(!(wave.didOverlap && hasPacker))) {
          const detail = wave.didOverlap
            ? 'before it has set its packer'
            : 'although it was reported not to overlap';
          judge.reportAt(wave, t, {
            unit: 'program',
            allowed: `${formatWave(wave)} polls only if bit 31 of its collision argument is set and it has set its packer.`,
            observed: `${formatWave(wave)} polls at ${formatPc(ledgers, wave, t.pc)} ${detail}.`,
            steps: getWaveHistory(ledgers, wave),
            hint: 'Look for the branch on bit 31 around the wait, and for the packer write before it.',
          });
        }
      },
    },
    finish: (end) => checkEveryPath(ledgers, judge, end),
  }),
});
