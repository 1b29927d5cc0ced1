import { DEALLOC_VGPRS, EXIT_BY_EXPORT, factsOf } from '../../../arch/index.js';
import { defineRule, formatCount } from '../../kit.js';
import { reportExport } from './report.js';

/**
 * Exports read a wave's registers, so none may still be waiting for the bus when they are released (GFX11; pops.md 4).
 */
export const EXP_08 = defineRule({
  id: 'EXP-08',
  text: 'A wave that releases its vector registers by message has sent all its exports, and none follow.',
  generations: EXIT_BY_EXPORT,
  statements: ['P-086', 'P-087'],
  needs: ['wave-formed', 'exported', 'message-sent'],
  reads: () => ['export-granted', 'export-requested'],
  create(ledgers, judge) {
    if (!factsOf(ledgers.gfx).deallocatesVgprs) return {};
    /** Waves that have sent the message. */
    const senders = new Set<number>();
    /** Number of exports that are waiting for the bus, by wave. */
    const waitingCounts = new Map<number, number>();
    const adjustWaitingCount = (wave: number, delta: 1 | -1): void => {
      waitingCounts.set(wave, (waitingCounts.get(wave) ?? 0) + delta);
    };
    const isKnown = (wave: number): boolean => ledgers.waves.find(wave) !== undefined;
    return {
      'message-sent': (t) => {
        if (t.message === DEALLOC_VGPRS) senders.add(t.wave);
      },
      exported: ({ wave, pc, cycle }) => {
        if (!isKnown(wave)) return;
        judge.armed++;
        if (!senders.has(wave)) return;
        reportExport(ledgers, judge, wave, pc, {
          cycle,
          unit: 'program',
          allowed: 'Exports come before the message that releases the vector registers.',
          observed: 'exports after releasing them',
          hint: 'Check the position of MSG_DEALLOC_VGPRS: it belongs after the last use of a vector register.',
        });
      },
      'export-requested': ({ wave }) => adjustWaitingCount(wave, 1),
      'export-granted': ({ wave }) => adjustWaitingCount(wave, -1),
      'vgprs-released': ({ wave, cycle }) => {
        const waitingCount = waitingCounts.get(wave) ?? 0;
        if (!isKnown(wave)) return;
        judge.armed++;
        if (waitingCount <= 0) return;
        reportExport(ledgers, judge, wave, -1, {
          cycle,
          unit: 'sx',
          allowed: 'Vector registers are released only after the exports of the wave have read them.',
          observed: `releases them while ${formatCount(waitingCount, 'export waits', 'exports wait')} for the bus`,
          hint: 'Check what delays the release while exports are in flight.',
        });
      },
      'wave-ended': (t) => senders.delete(t.wave),
    };
  },
});
