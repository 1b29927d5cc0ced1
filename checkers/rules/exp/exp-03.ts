import type { ExportType } from '../../../arch/index.js';
import type { ExportGranted } from '../../../transactions/index.js';
import type { BackgroundRecord } from '../../evidence/ledger/background.js';
import { defineRule, describeBound, formatCount, getWaveName } from '../../kit.js';
import { reportExport } from './report.js';

const DESTINATION_HINT = 'Check how the arbiter selects the destination of a grant.';
const ONE_WRITER = 'A colour or position buffer accepts one export per cycle.';

/** Positions go to the buffer of their front end (P-056, P-057). */
export const EXP_03 = defineRule({
  id: 'EXP-03',
  text: 'Each colour or position buffer takes at most one export per cycle, there is at most one export per bus, and colours go to the buffer of their own packer.',
  timed: true,
  statements: ['P-020', 'P-056', 'P-060', 'P-062', 'P-082', 'P-088', 'P-089', 'P-091'],
  needs: ['wave-formed', 'export-granted'],
  bounds: ['exportBuses'],
  create(ledgers, judge) {
    const { exportBuses, positionBuffers } = ledgers.scenario.freedoms;
    const writes = new WriteTracker();
    let lastCycle = -1;
    let grantCount = 0;

    const checkBuses = ({ wave, pc, cycle }: ExportGranted): void => {
      grantCount = cycle === lastCycle ? grantCount + 1 : 1;
      lastCycle = cycle;
      if (grantCount <= exportBuses) return;
      reportExport(ledgers, judge, wave, pc, {
        cycle,
        unit: 'sx',
        allowed: `The arbiter grants at most ${formatCount(exportBuses, 'export', 'exports')} per cycle.`,
        observed: `receives grant number ${grantCount} in cycle ${cycle}`,
        hint: 'Check how many buses the arbiter grants per cycle.',
        ...describeBound(ledgers.scenario, 'exportBuses', grantCount),
      });
    };

    const checkBackground = ({ work, wave }: BackgroundRecord, { cycle, type, index }: ExportGranted) => {
      const expectedBuffer = work.kind === 'geometry' ? work.frontEnd % positionBuffers : 0;
      if (judge.finds(type === 'position' && index !== expectedBuffer)) {
        const allowed = `Its positions go to position buffer ${expectedBuffer}, which belongs to its front end.`;
        reportBackground(wave, cycle, allowed, `exports to buffer ${index}`);
      }
      if (writes.recordWrite(type, index, cycle) && judge.fires())
        reportBackground(wave, cycle, ONE_WRITER, describeSecondWriter(type, index));
    };
    const reportBackground = (wave: number, cycle: number, allowed: string, observed: string): void =>
      judge.report({
        cycle,
        unit: 'sx',
        place: { wave },
        allowed,
        observed: `${getWaveName(ledgers, wave)} ${observed}.`,
        hint: DESTINATION_HINT,
      });
    const report = ({ wave, pc, cycle }: ExportGranted, allowed: string, observed: string): void =>
      reportExport(ledgers, judge, wave, pc, {
        cycle,
        unit: 'sx',
        allowed,
        observed,
        hint: DESTINATION_HINT,
      });

    return {
      'export-granted': (t) => {
        const { type, index, cycle } = t;
        checkBuses(t);
        const background = ledgers.background.find(t.wave);
        if (background !== undefined) checkBackground(background, t);
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        judge.armed++;
        if (type === 'colour' && index !== wave.packer) {
          const allowed = `Its colours go to the colour buffer of packer ${wave.packer}.`;
          report(t, allowed, `exports to the buffer of packer ${index}`);
        }
        if (writes.recordWrite(type, index, cycle)) report(t, ONE_WRITER, describeSecondWriter(type, index));
      },
    };
  },
});

/** Tracks when each colour and position buffer was last written to. */
class WriteTracker {
  private readonly lastCycles = { colour: [] as number[], position: [] as number[] };

  /** Records a write. Returns whether the buffer has already been written in the same cycle (P-091). */
  recordWrite(type: ExportType, index: number, cycle: number): boolean {
    if (type !== 'colour' && type !== 'position') return false;
    const lastCycles = this.lastCycles[type];
    const alreadyWritten = lastCycles[index] === cycle;
    lastCycles[index] = cycle;
    return alreadyWritten;
  }
}

function describeSecondWriter(type: ExportType, index: number): string {
  return `is the second writer of ${type} buffer ${index}`;
}
