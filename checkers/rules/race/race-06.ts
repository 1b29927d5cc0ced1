import { COUNTER_NAMES, type CounterName, counterMaximum } from '../../../arch/index.js';
import { defineRule, formatAnyPc, getWaveName, type ProgramPoint } from '../../kit.js';

/** One more would wrap the counter to zero and let every wait pass (pops.md 4). Waves of all kinds are checked. */
export const RACE_06 = defineRule({
  id: 'RACE-06',
  text: 'A counter never has more accesses outstanding than it can count.',
  statements: ['S-083', 'S-086', 'S-089'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-returned'],
  create(ledgers, judge) {
    const { outstandingAccesses: accesses } = ledgers;
    const check = (t: ProgramPoint & { readonly wave: number }, counter: CounterName): void => {
      const count = accesses.getCounts(t.wave)?.[COUNTER_NAMES.indexOf(counter)];
      if (count === undefined) return;
      judge.armed++;
      const maxCount = counterMaximum(ledgers.gfx, counter);
      if (count > maxCount && judge.fires())
        judge.reportAt(t, t, {
          unit: 'sq',
          allowed: `${getWaveName(ledgers, t.wave)} has at most ${maxCount} accesses outstanding on ${counter}.`,
          observed: `It issues access number ${count} at ${formatAnyPc(ledgers, t.wave, t.pc)}.`,
          hint: 'Find out why the wave did not stall while the counter was full.',
        });
    };
    return {
      'memory-issued': (t) => check(t, t.counter),
      'export-requested': (t) => {
        if (accesses.reportsEnds('exp')) check(t, 'exp');
      },
    };
  },
});
