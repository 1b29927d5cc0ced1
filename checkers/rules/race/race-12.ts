import { COUNTER_NAMES, NO_LIMIT } from '../../../arch/index.js';
import { defineRule, findWaveProgram, formatAnyPc, getInstructionAt, getWaveName } from '../../kit.js';

/** The counts are recomputed from issues, returns and grants. Waves of all kinds are checked. */
export const RACE_12 = defineRule({
  id: 'RACE-12',
  text: 'A wait ends with no more accesses outstanding than it allows.',
  statements: ['S-083', 'S-086', 'S-089'],
  needs: ['wave-formed', 'memory-issued', 'wait-done'],
  reads: () => ['memory-returned'],
  create: (ledgers, judge) => ({
    'wait-done': (t) => {
      const { outstandingAccesses: accesses } = ledgers;
      const counts = accesses.getCounts(t.wave);
      const limits = counts && getInstructionAt(findWaveProgram(ledgers, t.wave)!, t.pc)?.limits;
      if (counts === undefined || limits === undefined) return;
      let isJudged = false;
      for (let i = 0; i < limits.length; i++) {
        if (limits[i] === NO_LIMIT || !accesses.reportsEnds(COUNTER_NAMES[i])) continue;
        isJudged = true;
        if (counts[i] > limits[i] && judge.fires())
          judge.reportAt(t, t, {
            unit: 'sq',
            allowed: `${getWaveName(ledgers, t.wave)} continues after ${formatAnyPc(ledgers, t.wave, t.pc)} with at most ${limits[i]} accesses outstanding on ${COUNTER_NAMES[i]}.`,
            observed: `${getWaveName(ledgers, t.wave)} continues with ${counts[i]} accesses still outstanding on ${COUNTER_NAMES[i]}.`,
            hint: 'Check what changes the counter, and what the wait compares it with.',
          });
      }
      if (isJudged) judge.armed++;
    },
  }),
});
