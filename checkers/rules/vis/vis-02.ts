import { defineRule, formatCount, formatPc, formatWave, getWaveHistory, mergeHandlers } from '../../kit.js';
import { checkMissingBits } from './missing-bits.js';

/**
 * Other waves may then enter, and read them there. Stores that have not been performed are covered by RACE. Without the
 * coherence bits of its generation, a store may complete above L2, which is the program's fault and only a warning.
 */
export const VIS_02 = defineRule({
  id: 'VIS-02',
  text: 'All stores of a wave to ordered memory have reached L2 when its exit is counted.',
  statements: ['S-094', 'S-100', 'S-104', 'S-105', 'X-015'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed', 'section-exit'],
  create(ledgers, judge) {
    const { visibility } = ledgers;
    return mergeHandlers([
      checkMissingBits(ledgers, judge, 'stores'),
      {
        'section-exit': (t) => {
          if (!visibility.mayBeStale) return;
          judge.armed++;
          const lateWrites = visibility.findLateWrites(t.wave);
          if (lateWrites.length > 0 && judge.fires()) {
            const worst = lateWrites.find(({ isError }) => isError) ?? lateWrites[0];
            const { wave, issued } = worst.flight;
            judge.reportAt(wave, t.cycle, {
              pc: issued.pc,
              severity: worst.isError ? 'error' : 'warning',
              unit: worst.isError ? 'memory' : 'program',
              allowed: `All stores of ${formatWave(wave)} to ordered memory have reached L2 when its exit is counted.`,
              observed: `${formatCount(lateWrites.length, 'store is', 'stores are')} not yet in L2, the first at ${formatPc(ledgers, wave, issued.pc)}.`,
              steps: [...getWaveHistory(ledgers, wave), `cycle ${t.cycle}: younger waves may enter`],
              hint: worst.isError
                ? 'Find out why the store was reported complete before reaching L2 even though it requested coherence.'
                : 'Look for a missing coherent qualifier: the store lacks the coherence bit needed by its generation.',
            });
          }
        },
      },
    ]);
  },
});
