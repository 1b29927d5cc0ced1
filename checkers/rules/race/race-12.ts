import { COUNTER_NAMES } from '../../../arch/index.js';
import { defineRule, formatPc, formatWave, getInstructionAt } from '../../kit.js';

/** The counts are recomputed from issues and returns, so a stream without returns is not checked. */
export const RACE_12 = defineRule({
  id: 'RACE-12',
  text: 'A wait ends with no more accesses outstanding than it allows.',
  statements: ['S-083', 'S-086', 'S-089'],
  needs: ['wave-formed', 'memory-issued', 'wait-done'],
  reads: () => ['memory-returned'],
  create: (ledgers, judge) => ({
    onWave: {
      'wait-done': (wave, t) => {
        const { outstandingAccesses: accesses } = ledgers;
        const counts = accesses.reportsReturns ? accesses.getCounts(wave) : undefined;
        const limits = counts && getInstructionAt(wave.facts.decoded, t.pc)?.limits;
        if (counts === undefined || limits === undefined) return;
        judge.armed++;
        for (let i = 0; i < limits.length; i++)
          if (counts[i] > limits[i] && judge.fires())
            judge.reportAt(wave, t, {
              unit: 'sq',
              allowed: `${formatWave(wave)} continues after ${formatPc(ledgers, wave, t.pc)} with at most ${limits[i]} accesses outstanding on ${COUNTER_NAMES[i]}.`,
              observed: `It continues with ${counts[i]} still outstanding.`,
              hint: 'Check what changes the counter, and what the wait compares it with.',
            });
      },
    },
  }),
});
