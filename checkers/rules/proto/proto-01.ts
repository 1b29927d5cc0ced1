import type { Exported, MessageSent, WaveEnded } from '../../../transactions/index.js';
import { reportEveryPath } from '../../evidence/rule/every-path.js';
import type { Judge, Ledgers, WaveRecord } from '../../kit.js';
import { defineRule, formatPc, formatWave, getWaveHistory, NEVER } from '../../kit.js';

/**
 * Invariant: after setting its packer, a wave issues its exit exactly once before it ends. After the exit it
 * does not poll, write its packer, wait for the event or make an ordered access (S-005, S-076, S-077, S-081,
 * S-082). A wave may exit without having set its packer or waited (S-080). HANG-04 checks that GFX11 waves
 * send a final export (with done) in the first place.
 */
export const PROTO_01 = defineRule({
  id: 'PROTO-01',
  text: 'Every path has exactly one exit after the packer is set, and no entry wait, packer write or ordered access after the exit.',
  statements: ['S-005', 'S-076', 'S-077', 'S-081', 'S-082'],
  needs: ['wave-formed', 'wave-ended', 'message-sent'],
  reads: ({ exits }) => exits,
  unarmedReason: 'no wave set its packer or left a section',
  create(ledgers, judge) {
    const { waves, entries, accesses } = ledgers;

    const reportAfterExit = (
      waveNumber: number,
      cycle: number,
      pc: number,
      action: string,
      hint = EXITS_HINT,
    ): void => {
      const wave = waves.find(waveNumber);
      if (wave !== undefined && wave.exitCount > 0)
        report(ledgers, judge, wave, cycle, pc, `${action} after its exit`, hint);
    };
    const checkExit = (t: MessageSent | Exported | WaveEnded): void => {
      const wave = entries.isExit(t) ? waves.find(t.wave) : undefined;
      if (wave === undefined) return;
      if (wave.exitCount === 1) judge.armed++;
      else report(ledgers, judge, wave, t.cycle, t.pc, `exits again (exit number ${wave.exitCount})`);
    };

    return {
      'message-sent': checkExit,
      exported: checkExit,
      'exiting-id-polled': (t) => reportAfterExit(t.wave, t.cycle, t.pc, 'polls the exiting id'),
      'event-wait-done': (t) => reportAfterExit(t.wave, t.cycle, t.pc, 'waits for the event'),
      'hwreg-written': (t) => {
        if (entries.setsPacker(t)) reportAfterExit(t.wave, t.cycle, t.pc, 'sets its packer');
      },
      'memory-issued': (t) => {
        if (accesses.current.at(t)?.isOrdered)
          reportAfterExit(t.wave, t.cycle, t.pc, `issues an ordered ${t.operation}`, ACCESS_HINT);
      },
      onWave: {
        'wave-ended': (wave, t) => {
          if (t.by === 'halt') return;
          checkExit(t);
          if (wave.firstPackerWriteCycle === NEVER || wave.exitCount > 0) return;
          judge.armed++;
          report(ledgers, judge, wave, t.cycle, t.pc, 'ends without an exit');
        },
      },
      finish: (end) => reportEveryPath(ledgers, judge, end),
    };
  },
});

const EXITS_HINT =
  'Count the exits on the path that this wave took; check discards, early returns and both arms of branches.';
const ACCESS_HINT = 'Move the access before the exit, or the exit after the access.';

function report(
  ledgers: Ledgers,
  judge: Judge,
  wave: WaveRecord,
  cycle: number,
  pc: number,
  action: string,
  hint = EXITS_HINT,
): void {
  const exit = ledgers.entries.exitsByExport ? 'export with done' : 'ordered-done message';
  if (judge.fires())
    judge.reportAt(wave, cycle, {
      pc,
      unit: 'program',
      allowed: `${formatWave(wave)} issues exactly one ${exit}, and nothing in its section comes after it.`,
      observed: `At ${formatPc(ledgers, wave, pc)}, it ${action}.`,
      steps: [...getWaveHistory(ledgers, wave), `cycle ${cycle}: ${formatWave(wave)} ${action}`],
      hint,
    });
}
