import type { Exported, MessageSent, WaveEnded } from '../../../transactions/index.js';
import type { ProgramPoint, WaveRecord } from '../../kit.js';
import { defineRule, formatPc, formatWave, getWaveHistory } from '../../kit.js';

/**
 * Fires if a wave makes ordered accesses after its first exit and then exits again. A second exit or entry on its own
 * is reported by PROTO-01.
 */
export const PROTO_07 = defineRule({
  id: 'PROTO-07',
  text: 'A wave executes at most one section.',
  statements: ['S-005'],
  needs: ['wave-formed', 'memory-issued', 'message-sent'],
  unarmedReason: 'no wave left a section',
  create(ledgers, judge) {
    const { accesses, entries } = ledgers;
    const secondSections = new Map<WaveRecord, ProgramPoint>();

    const checkExit = (wave: WaveRecord, t: MessageSent | Exported | WaveEnded): void => {
      if (!entries.isExit(t)) return;
      if (wave.exitCount === 1) {
        judge.armed++;
        return;
      }
      const section = secondSections.get(wave);
      if (section !== undefined && judge.fires())
        judge.reportAt(wave, t, {
          unit: 'program',
          allowed: `${formatWave(wave)} executes one section, which ends at its exit at ${formatPc(ledgers, wave, wave.exitIssuedPc)}.`,
          observed: `${formatWave(wave)} continues with ordered accesses at ${formatPc(ledgers, wave, section.pc)} and exits again at ${formatPc(ledgers, wave, t.pc)}.`,
          steps: [
            ...getWaveHistory(ledgers, wave),
            `cycle ${section.cycle}: ordered access at ${formatPc(ledgers, wave, section.pc)}`,
            `cycle ${t.cycle}: exit at ${formatPc(ledgers, wave, t.pc)}`,
          ],
          hint: 'Look for multiple sections on one path: they must be merged into one, from the first entry to the last exit.',
        });
      secondSections.delete(wave);
    };

    return {
      onWave: {
        'message-sent': checkExit,
        exported: checkExit,
        'memory-issued': (wave, t) => {
          if (wave.exitCount === 0 || accesses.current.at(t)?.isOrdered !== true) return;
          if (!secondSections.has(wave)) secondSections.set(wave, { cycle: t.cycle, pc: t.pc });
        },
        'wave-ended': (wave, t) => {
          checkExit(wave, t);
          secondSections.delete(wave);
        },
      },
    };
  },
});
