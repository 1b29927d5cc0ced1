import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import { NEVER } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';
import { reportExport } from './report.js';

/** An export that came before the space of its wave. */
interface EarlyExport {
  readonly wave: number;
  readonly pc: number;
  readonly cycle: number;
}

/**
 * Invariant: a wave exports only once SX space is allocated to it, a geometry wave space of its position buffer (P-078, P-079). Streams that never tell of an
 * allocation are not judged.
 */
export function createExp01(ledgers: Ledgers, judge: Judge): RuleCheck {
  const early: EarlyExport[] = [];
  let sawAllocation = false;
  return {
    on: {
      'sx-alloc': () => {
        sawAllocation = true;
      },
      exported: ({ wave, pc, cycle }) => {
        judge.armed++;
        const record = ledgers.waves.find(wave) ?? ledgers.background.find(wave);
        if (record?.exportSpaceCycle === NEVER) early.push({ wave, pc, cycle });
      },
    },
    finish: () => {
      if (!sawAllocation) return;
      for (const { wave, pc, cycle } of early) {
        reportExport(ledgers, judge, wave, pc, {
          cycle,
          unit: 'sx',
          allowed: 'An export waits until the wave has export space.',
          observed: 'exports without it',
          hint: 'Look at what holds the export instruction back while sx-alloc is on its way.',
        });
      }
    },
  };
}
