import type { ExportGranted } from '../../../transactions/index.js';
import { defineRule, describeBound, formatCount } from '../../kit.js';
import { reportExport } from './report.js';

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
    /** The cycle in which each colour and position buffer was last written to. */
    const lastWrites = { colour: [] as number[], position: [] as number[] };
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

    const report = ({ wave, pc, cycle }: ExportGranted, allowed: string, observed: string): void =>
      reportExport(ledgers, judge, wave, pc, {
        cycle,
        unit: 'sx',
        allowed,
        observed,
        hint: 'Check how the arbiter selects the destination of a grant.',
      });

    return {
      'export-granted': (t) => {
        const { type, index, cycle } = t;
        checkBuses(t);
        const work = ledgers.background.find(t.wave)?.work;
        const packer = ledgers.waves.find(t.wave)?.packer;
        if (work === undefined && packer === undefined) return;
        judge.armed++;
        const frontEnd = work?.kind === 'geometry' ? work.frontEnd % positionBuffers : 0;
        if (packer !== undefined && type === 'colour' && index !== packer)
          report(
            t,
            `Its colours go to the colour buffer of packer ${packer}.`,
            `exports to the buffer of packer ${index}`,
          );
        if (work !== undefined && type === 'position' && index !== frontEnd)
          report(
            t,
            `Its positions go to position buffer ${frontEnd}, which belongs to its front end.`,
            `exports to buffer ${index}`,
          );
        if (type !== 'colour' && type !== 'position') return;
        if (lastWrites[type][index] === cycle)
          report(
            t,
            'A colour or position buffer accepts one export per cycle.',
            `is the second writer of ${type} buffer ${index}`,
          );
        lastWrites[type][index] = cycle;
      },
    };
  },
});
