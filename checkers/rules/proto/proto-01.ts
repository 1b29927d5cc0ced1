import type { Exported, MessageSent, WaveEnded } from '../../../transactions/index.js';
import type { ProgramPoint, WaveRecord } from '../../kit.js';
import { defineRule, formatPc, formatWave, getWaveHistory, NEVER, reportEveryPath } from '../../kit.js';

/**
 * A wave may exit without having set its packer or waited (S-080). HANG-04 checks that GFX11 waves send a final
 * export (with done) in the first place.
 */
export const PROTO_01 = defineRule({
  id: 'PROTO-01',
  text: 'Every path has exactly one exit after the packer is set, and no entry wait, packer write or ordered access after the exit.',
  statements: ['S-005', 'S-076', 'S-077', 'S-081', 'S-082'],
  needs: ['wave-formed', 'wave-ended', 'message-sent'],
  reads: ({ exits }) => exits,
  unarmedReason: 'no wave set its packer or left a section',
  create(ledgers, judge) {
    const { entries, accesses } = ledgers;
    const report = (wave: WaveRecord, t: ProgramPoint, action: string, hint = EXITS_HINT): void => {
      const exit = entries.exitsByExport ? 'export with done' : 'ordered-done message';
      if (judge.fires())
        judge.reportAt(wave, t, {
          unit: 'program',
          allowed: `${formatWave(wave)} issues exactly one ${exit}, and nothing in its section comes after it.`,
          observed: `At ${formatPc(ledgers, wave, t.pc)}, it ${action}.`,
          steps: [...getWaveHistory(ledgers, wave), `cycle ${t.cycle}: ${formatWave(wave)} ${action}`],
          hint,
        });
    };
    const checkExit = (wave: WaveRecord, t: MessageSent | Exported | WaveEnded): void => {
      if (!entries.isExit(t)) return;
      if (wave.exitCount === 1) judge.armed++;
      else report(wave, t, `exits again (exit number ${wave.exitCount})`);
    };
    const checkAfterExit = (wave: WaveRecord, t: ProgramPoint, action: string, hint?: string): void => {
      if (wave.exitCount > 0) report(wave, t, action, hint);
    };
    return {
      onWave: {
        'message-sent': checkExit,
        exported: checkExit,
        'exiting-id-polled': (wave, t) => checkAfterExit(wave, t, 'polls the exiting id after its exit'),
        'event-wait-done': (wave, t) => checkAfterExit(wave, t, 'waits for the event after its exit'),
        'hwreg-written': (wave, t) =>
          entries.setsPacker(t) && checkAfterExit(wave, t, 'sets its packer after its exit'),
        'memory-issued': (wave, t) =>
          accesses.current.at(t)?.isOrdered &&
          checkAfterExit(wave, t, `issues an ordered ${t.operation} after its exit`, ACCESS_HINT),
        'wave-ended': (wave, t) => {
          if (t.by === 'halt') return;
          checkExit(wave, t);
          if (wave.firstPackerWriteCycle === NEVER || wave.exitCount > 0) return;
          judge.armed++;
          report(wave, t, 'ends without an exit');
        },
      },
      finish: (end) => reportEveryPath(ledgers, judge, end),
    };
  },
});

const EXITS_HINT =
  'Count the exits on the path that this wave took; check discards, early returns and both arms of branches.';
const ACCESS_HINT = 'Move the access before the exit, or the exit after the access.';
