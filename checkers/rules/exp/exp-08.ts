import { DEALLOC_VGPRS, EXIT_BY_EXPORT, factsOf } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { formatCount } from '../../evidence/findings/wording.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { reportExport } from './report.js';

/**
 * Invariant: exports read a wave's registers while the wave still has them. None is issued after the message
 * that releases the vector registers, and none is still waiting for the bus when they are released (GFX11;
 * pops.md 4).
 */
export const EXP_08: Rule = {
  id: 'EXP-08',
  text: 'When a wave releases its vector registers by message, all its exports have left, and none follows.',
  severity: 'error',
  generations: EXIT_BY_EXPORT,
  statements: ['P-086', 'P-087'],
  needs: ['wave-formed', 'exported', 'message-sent'],
  reads: () => ['export-granted', 'export-requested'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  if (!factsOf(ledgers.gfx).deallocatesVgprs) return { on: {} };
  /** Waves that have sent the message. */
  const senders = new Set<number>();
  /** The number of each wave's exports that are waiting for the bus. */
  const waiting = new Map<number, number>();
  const addWaiting = (wave: number, delta: 1 | -1): void => {
    waiting.set(wave, (waiting.get(wave) ?? 0) + delta);
  };
  const isKnown = (wave: number): boolean => ledgers.waves.find(wave) !== undefined;
  return {
    on: {
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
      'export-requested': ({ wave }) => addWaiting(wave, 1),
      'export-granted': ({ wave }) => addWaiting(wave, -1),
      'vgprs-released': ({ wave, cycle }) => {
        const waitingCount = waiting.get(wave) ?? 0;
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
      'wave-ended': (t) => {
        senders.delete(t.wave);
      },
    },
  };
}
