import type { SectionExit } from '../../../transactions/index.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { RuleCheck } from '../../evidence/rule/rule.js';
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
    const checkExit = (wave: WaveRecord, { cycle }: SectionExit): void => {
      judge.armed++;
      const lateWrites = visibility.findLateWrites(wave);
      if (lateWrites.length === 0 || !judge.fires()) return;
      const { flight, isError } = lateWrites.find((write) => write.isError) ?? lateWrites[0];
      const { pc } = flight.issued;
      judge.reportAt(wave, cycle, {
        pc,
        severity: isError ? 'error' : 'warning',
        unit: isError ? 'memory' : 'program',
        allowed: `All stores of ${formatWave(wave)} to ordered memory have reached L2 when its exit is counted.`,
        observed: `${formatCount(lateWrites.length, 'store is', 'stores are')} not yet in L2, the first at ${formatPc(ledgers, wave, pc)}.`,
        steps: [...getWaveHistory(ledgers, wave), `cycle ${cycle}: younger waves may enter`],
        hint: isError
          ? 'Find out why the store was reported complete before reaching L2 even though it requested coherence.'
          : 'Look for a missing coherent qualifier: the store lacks the coherence bit needed by its generation.',
      });
    };
    return mergeHandlers<RuleCheck>([
      checkMissingBits(ledgers, judge, 'stores'),
      visibility.mayBeStale ? { onWave: { 'section-exit': checkExit } } : {},
    ]);
  },
});
