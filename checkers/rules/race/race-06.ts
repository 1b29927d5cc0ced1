import { counterMaximum } from '../../../arch/index.js';
import { defineRule, formatAnyPc, getWaveName } from '../../kit.js';

/** One more would wrap the counter to zero and let every wait pass (pops.md 4). Waves of all kinds are checked. */
export const RACE_06 = defineRule({
  id: 'RACE-06',
  text: 'A counter never has more accesses outstanding than it can count.',
  statements: ['S-083', 'S-086', 'S-089'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-returned'],
  create: (ledgers, judge) =>
    ledgers.outstandingAccesses.onIssued((t, counter, count) => {
      const maxCount = counterMaximum(ledgers.gfx, counter);
      if (judge.finds(count > maxCount))
        judge.reportAt(t, t, {
          unit: 'sq',
          allowed: `${getWaveName(ledgers, t.wave)} has at most ${maxCount} accesses outstanding on ${counter}.`,
          observed: `${getWaveName(ledgers, t.wave)} issues access number ${count} at ${formatAnyPc(ledgers, t.wave, t.pc)}.`,
          hint: 'Find out why the wave did not stall while the counter was full.',
        });
    }),
});
