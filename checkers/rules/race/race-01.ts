import type { AccessRecord, ProgramPoint, WaveRecord } from '../../kit.js';
import { defineRule, formatCount, formatPc, formatWave, getWaveHistory, reportEveryPath } from '../../kit.js';

/**
 * The exit is message 7, the combined end, which includes the wait, or, on GFX11 and later, the export with `done`.
 * On GFX10.3 and earlier, it is also the end of a wave that took no part in ordering (S-006; U3). Accesses must be
 * performed and covered by a counter wait; finishing in time by chance does not count. All of this is recomputed from
 * issued and performed accesses and from the program's own waits, never from reported counters.
 */
export const RACE_01 = defineRule({
  id: 'RACE-01',
  text: 'No ordered access is outstanding when the exit is issued.',
  statements: ['S-083', 'S-084', 'S-085', 'S-086', 'S-089', 'S-090', 'S-093', 'X-012'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed', 'wait-done'],
  reads: ({ exits }) => exits,
  unarmedReason: 'no wave left a section',
  create(ledgers, judge) {
    const checkExit = (wave: WaveRecord, { cycle, pc }: ProgramPoint, waitsAtEnd: boolean, exitCount = 1) => {
      if (wave.exitCount !== exitCount) return;
      const unfinished = wave.pending.filter(
        (access) => access.isOrdered && !(access.isPerformed && (access.isCovered || waitsAtEnd)),
      );
      if (judge.finds(unfinished.length > 0)) {
        const counters = [...new Set(unfinished.map((access) => access.counter))].join(', ');
        const first = unfinished[0];
        const action = wave.exitCount === 0 ? 'ends' : 'issues its exit';
        const isLate = unfinished.some((access) => access.isCovered && !access.isPerformed);
        judge.reportAt(wave, cycle, {
          pc,
          unit: isLate ? 'sq' : 'program',
          allowed: `${formatWave(wave)} ${action} at ${formatPc(ledgers, wave, pc)} only after all its ordered accesses have been performed and waited for.`,
          observed: `Still outstanding: ${formatCount(unfinished.length, 'ordered access', 'ordered accesses')} (counter ${counters}); the oldest is a ${first.operation} at ${formatPc(ledgers, wave, first.pc)}.`,
          steps: [
            ...getWaveHistory(ledgers, wave).filter((step) => !step.includes('issues its exit')),
            ...unfinished.map(
              (access) =>
                `cycle ${access.cycle}: ordered ${access.operation} at ${formatPc(ledgers, wave, access.pc)}, ${describeState(access)}`,
            ),
            `cycle ${cycle}: ${wave.exitCount === 0 ? 'end' : 'exit'} at ${formatPc(ledgers, wave, pc)}`,
          ],
          hint: isLate
            ? 'Check when the counter is decremented: a wait for it ended before the access was performed.'
            : `Look for the missing wait for ${counters} on the path to the exit.`,
        });
      }
    };
    return {
      onWave: {
        'message-sent': (wave, t) => ledgers.entries.isExit(t) && checkExit(wave, t, false),
        exported: (wave, t) => ledgers.entries.isExit(t) && checkExit(wave, t, false),
        'wave-ended': (wave, t) => {
          if (ledgers.entries.isExit(t)) checkExit(wave, t, true);
          else if (t.by === 'end' && !ledgers.entries.exitsByExport) checkExit(wave, t, false, 0);
        },
      },
      finish: (end) => reportEveryPath(ledgers, judge, end),
    };
  },
});

function describeState(access: AccessRecord): string {
  if (!access.isPerformed) return access.isCovered ? 'waited for but not yet performed' : 'not performed';
  return 'performed in time by chance, but never waited for';
}
