import { COUNTER_NAMES, counterMaximum } from '../../../arch/index.js';
import { defineRule, formatPc, formatWave } from '../../kit.js';

/** One more would wrap the counter to zero and let every wait pass (pops.md 4). */
export const RACE_06 = defineRule({
  id: 'RACE-06',
  text: 'A counter never has more accesses outstanding than it can count.',
  statements: ['S-083', 'S-086', 'S-089'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-returned'],
  create: (ledgers, judge) => ({
    onWave: {
      'memory-issued': (wave, t) => {
        judge.armed++;
        const count = ledgers.outstandingAccesses.getCounts(wave)![COUNTER_NAMES.indexOf(t.counter)];
        const maxCount = counterMaximum(ledgers.gfx, t.counter);
        if (count > maxCount && judge.fires())
          judge.reportAt(wave, t, {
            unit: 'sq',
            allowed: `${formatWave(wave)} has at most ${maxCount} accesses outstanding on ${t.counter}.`,
            observed: `It issues access number ${count} at ${formatPc(ledgers, wave, t.pc)}.`,
            hint: 'Find out why the wave did not stall while the counter was full.',
          });
      },
    },
  }),
});
