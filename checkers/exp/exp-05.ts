import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';
import { reportExport } from './report.js';

/** A wave that ended without an export with done. */
interface Undone {
  readonly wave: WaveRecord;
  readonly cycle: number;
  readonly pc: number;
}

const HINT = 'Look at which export of each path carries done, the early discard exit included.';

/**
 * Invariant: every wave issues exactly one export with done, and it is its last one (S-092, S-108): behind it the wave's
 * export space is free for others, and on GFX11 its section is closed.
 */
export function createExp05(ledgers: Ledgers, judge: Judge): RuleCheck {
  const isDone = new Set<number>();
  const undone: Undone[] = [];
  let sawExport = false;
  return {
    on: {
      exported: ({ wave: number, pc, cycle, done }) => {
        sawExport = true;
        const wave = ledgers.waves.find(number);
        if (wave === undefined) return;
        judge.armed++;
        if (isDone.has(number)) {
          reportExport(ledgers, judge, wave, pc, {
            cycle,
            unit: 'program',
            allowed: 'The export with done is the last one of its wave.',
            observed: done ? 'issues done a second time' : 'exports after it',
            hint: HINT,
          });
        }
        if (done) isDone.add(number);
      },
      'wave-ended': ({ wave: number, pc, cycle, by }) => {
        const wave = ledgers.waves.find(number);
        if (wave === undefined || by === 'halt' || isDone.delete(number)) return;
        undone.push({ wave, pc, cycle });
      },
    },
    finish: () => {
      for (const { wave, pc, cycle } of undone) {
        // A stream without any export tells nothing of programs that have some.
        if (!sawExport && hasExports(wave)) continue;
        reportExport(ledgers, judge, wave, pc, {
          cycle,
          unit: 'program',
          allowed: 'Every wave issues an export with done, if only a null export.',
          observed: 'ends without one',
          hint: HINT,
        });
      }
    },
  };
}

function hasExports({ facts }: WaveRecord): boolean {
  return facts.decoded.instructions.some((instruction) => instruction.export !== undefined);
}
