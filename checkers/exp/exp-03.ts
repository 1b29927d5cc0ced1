import { EXPORT_TYPES } from '../../arch/index.js';
import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { RuleCheck } from '../rule.js';
import { reportExport } from './report.js';

/** Buffers that a type may have at most, to number all of them. */
const BUFFERS_MAX = 64;

/**
 * Invariant: a colour or position buffer has one writer in a cycle (P-091), and colours go to the buffer of the packer
 * that their pixels came from (P-062, P-088).
 */
export function createExp03(ledgers: Ledgers, judge: Judge): RuleCheck {
  const lastWrite = new Map<number, number>();
  return {
    on: {
      'export-granted': ({ wave: number, pc, cycle, type, index }) => {
        const wave = ledgers.waves.find(number);
        if (wave === undefined) return;
        judge.armed++;
        const report = (allowed: string, observed: string): void =>
          reportExport(ledgers, judge, wave, pc, {
            cycle,
            unit: 'sx',
            allowed,
            observed,
            hint: 'Look at how the arbiter picks the destination of a grant.',
          });
        if (type === 'colour' && index !== wave.packer) {
          const allowed = `Its colours go to the colour buffer of packer ${wave.packer}.`;
          report(allowed, `exports to that of packer ${index}`);
        }
        const buffer = EXPORT_TYPES.indexOf(type) * BUFFERS_MAX + index;
        if (lastWrite.get(buffer) === cycle) {
          report('A buffer takes one export a cycle.', `is the second writer of ${type} buffer ${index}`);
        }
        lastWrite.set(buffer, cycle);
      },
    },
  };
}
