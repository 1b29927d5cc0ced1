import type { ExportGranted } from '../../../transactions/index.js';
import { defineRule } from '../../kit.js';
import type { LaneWords } from './exported-lane.js';
import { describeExport, formatLaneWords, getObservedLane, getReferenceLane } from './exported-lane.js';
import { reportExport } from './report.js';

/** A geometry wave's exports that have not yet been matched with the reference, in grant order. */
interface WaveExports {
  readonly wave: number;
  readonly granted: ExportGranted[];
}

/**
 * As when run in isolation, with the same targets, lanes and data. Exports of different types may overtake each other
 * on the bus (P-084). Checked only for runs in which every background wave ended.
 */
export const EXP_09 = defineRule({
  id: 'EXP-09',
  text: 'Geometry waves export the positions and parameters that their programs compute for their vertices.',
  statements: ['P-024', 'P-053', 'P-081', 'P-086', 'P-092'],
  reads: () => ['background-formed', 'export-granted', 'wave-ended'],
  unarmedReason: 'only pixel waves ran',
  create(ledgers, judge) {
    const { background, backgroundReference, scenario } = ledgers;
    const hasVertices = scenario.background?.works.some(({ kind }) => kind === 'geometry') === true;
    if (!hasVertices) return {};
    const waveExports = new Map<string, WaveExports>();

    const report = (
      { wave }: WaveExports,
      observedExport: ExportGranted | undefined,
      expected: string,
      observed: string,
    ): void =>
      reportExport(ledgers, judge, wave, observedExport?.pc ?? -1, {
        cycle: observedExport?.cycle ?? background.find(wave)?.endedCycle ?? 0,
        unit: 'sx',
        allowed: `It exports ${expected}.`,
        observed: `exports ${observed}`,
        hint: 'Look for registers overwritten before the export read them, and check the data on the bus.',
      });

    backgroundReference.onExports((work, group, { pc, export: operation }, state) => {
      const exports = waveExports.get(`${work} ${group}`);
      if (operation === undefined || exports === undefined) return;
      const index = exports.granted.findIndex((granted) => granted.pc === pc);
      const observedExport = index < 0 ? undefined : exports.granted.splice(index, 1)[0];
      judge.armed++;
      if (observedExport === undefined || describeExport(observedExport) !== describeExport(operation)) {
        report(exports, observedExport, describeExport(operation), describeExport(observedExport));
        return;
      }
      for (let lane = 0; lane < state.lanes; lane++) {
        const expected = getReferenceLane(operation, state, lane);
        const observed = getObservedLane(observedExport, state.lanes, lane);
        if (isSame(expected, observed)) continue;
        report(
          exports,
          observedExport,
          `${formatLaneWords(expected)} in lane ${lane}`,
          `${formatLaneWords(observed)} in lane ${lane}`,
        );
        return;
      }
    });

    return {
      'background-formed': (t) => waveExports.set(`${t.work} ${t.group}`, { wave: t.wave, granted: [] }),
      'export-granted': (t) => {
        const record = background.find(t.wave);
        if (record?.source !== 'geometry') return;
        waveExports.get(`${record.workIndex} ${record.group}`)?.granted.push({ ...t, data: t.data.slice() });
      },
      finish: () => {
        if (!background.allEnded) {
          judge.lacks('the end of every background wave');
          return;
        }
        const reference = backgroundReference.run();
        if (reference.kind === 'unknown') judge.lacks(reference.reason);
        for (const exports of waveExports.values()) {
          const [extra] = exports.granted;
          if (extra !== undefined && judge.missing === undefined)
            report(exports, extra, describeExport(undefined), describeExport(extra));
        }
      },
    };
  },
});

function isSame(expected: LaneWords, observed: LaneWords): boolean {
  if (expected === undefined || observed === undefined) return expected === observed;
  return expected.every((word, i) => word === observed[i]);
}
