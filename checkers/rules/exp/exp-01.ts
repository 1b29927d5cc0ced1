import { factsOf, waitsForExportReady } from '../../../arch/index.js';
import { defineRule, NEVER } from '../../kit.js';
import { reportExport } from './report.js';

/** An export or a completed wait for export-ready by a wave that had no export space yet. */
interface EarlyExport {
  readonly wave: number;
  readonly pc: number;
  readonly cycle: number;
  readonly isExport: boolean;
}

const EXPORT = {
  unit: 'sx',
  allowed: 'An export waits until the wave has export space.',
  observed: 'exports without export space',
  hint: 'Check what stalls the export instruction until its space is allocated.',
} as const;

const EXPORT_READY = {
  unit: 'spi',
  allowed: 'Export-ready is raised for a wave only once it has export space.',
  observed: 'completes its wait for export-ready without export space',
  hint: 'Find out which condition for export-ready was met too early: export space, or the exit of overlapped waves.',
} as const;

/** For a geometry wave, this is space in its position buffer (P-078). Streams without allocations are not checked. */
export const EXP_01 = defineRule({
  id: 'EXP-01',
  text: 'A wave exports, and receives export-ready, only after it has export space.',
  statements: ['S-054', 'P-078', 'P-079', 'P-080'],
  needs: ['wave-formed', 'sx-alloc'],
  create(ledgers, judge) {
    const earlyExports: EarlyExport[] = [];
    let sawAllocation = false;
    const check = ({ wave, pc, cycle }: Omit<EarlyExport, 'isExport'>, isExport: boolean): void => {
      judge.armed++;
      const record = ledgers.waves.find(wave) ?? ledgers.background.find(wave);
      if (record?.exportSpaceCycle === NEVER) earlyExports.push({ wave, pc, cycle, isExport });
    };
    return {
      'sx-alloc': () => {
        sawAllocation = true;
      },
      exported: (t) => check(t, true),
      'event-wait-done': (t) => {
        if (waitsForExportReady(factsOf(ledgers.gfx), t.immediate)) check(t, false);
      },
      finish: () => {
        if (!sawAllocation) return;
        for (const { wave, pc, cycle, isExport } of earlyExports) {
          const description = isExport ? EXPORT : EXPORT_READY;
          reportExport(ledgers, judge, wave, pc, { cycle, ...description });
        }
      },
    };
  },
});
