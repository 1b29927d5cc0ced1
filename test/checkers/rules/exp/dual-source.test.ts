import { EXPORT_TARGET } from '../../../../arch/index.js';
import { createExportingScene } from '../../../support/exporting-scene.js';
import { checkRun } from '../../support/checked-run.js';

/** A dual-source blend at pixel (1, 0) only: lane 1 of the wave, the odd lane of its pair. */
const SCENARIO = createExportingScene('gfx11', {
  exports: { colours: 2, conversion: 'ABGR32', dualSource: true },
  samples: 1,
  primitives: [[256, 0, 512, 0, 256, 257]],
});

/** Returns how many times EXP-06 fires if one lane's export to a target is corrupted. */
function countFirings(target: number, lane: number): number {
  const verdict = checkRun(SCENARIO, (t) => {
    if (t.kind !== 'export-granted' || t.target !== target) return t;
    const data = t.data.slice();
    data[lane]! ^= 1;
    return { ...t, data };
  });
  return verdict.fired?.['EXP-06'] ?? 0;
}

it('the words of a covered odd lane are checked in both lanes of its pair, but only in the second export', () => {
  expect([0, 1].map((lane) => countFirings(EXPORT_TARGET.DUAL1, lane))).toEqual([1, 1]);
  expect([0, 1].map((lane) => countFirings(EXPORT_TARGET.DUAL0, lane))).toEqual([0, 0]);
  expect([2, 3].map((lane) => countFirings(EXPORT_TARGET.DUAL1, lane))).toEqual([0, 0]);
});
