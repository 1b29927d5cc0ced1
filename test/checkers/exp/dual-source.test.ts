import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chipOf, EXPORT_TARGET } from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { programs } from '../../../stimulus/index.js';
import { defaultFreedoms, type Scenario } from '../../../transactions/index.js';

const [DRAWN] = fc.sample(programs.arbitrary('gfx11', { ...programs.allFeatures('gfx11'), parts: false }), {
  numRuns: 1,
  seed: 3,
});

/** A blend with two sources of the pixel (1, 0) alone: lane 1 of its wave, which is the odd one of a pair. */
const SCENARIO: Scenario = programs.toScenario({
  name: 'generated',
  chip: chipOf('navi31'),
  wave: 32,
  freedoms: defaultFreedoms(),
  width: 8,
  height: 8,
  descriptors: [
    {
      ...DRAWN!,
      discards: { before: 'none', inside: 'none', after: 'none', message: false },
      exports: { colours: 2, conversion: 'ABGR32', depth: 'none', dualSource: true, toTarget: false },
    },
  ],
  draws: [{ program: 0, kind: 'triangles', primitives: [[256, 0, 512, 0, 256, 257]], samples: 1 }],
  schedule: '0x1',
});

/** How often EXP-06 fires for a device that exports something else in a lane to a target. */
function fired(target: number, lane: number): number {
  const scoreboards = createScoreboards(SCENARIO);
  runScenario(SCENARIO, (t) => {
    if (t.kind !== 'export-granted' || t.target !== target) return scoreboards.observe(t);
    const data = t.data.slice();
    data[lane]! ^= 1;
    scoreboards.observe({ ...t, data });
  });
  return scoreboards.finish().fired?.['EXP-06'] ?? 0;
}

it('words for a covered odd lane are judged in both lanes of its pair, in the second export alone', () => {
  expect([0, 1].map((lane) => fired(EXPORT_TARGET.DUAL1, lane))).toEqual([1, 1]);
  expect([0, 1].map((lane) => fired(EXPORT_TARGET.DUAL0, lane))).toEqual([0, 0]);
  expect([2, 3].map((lane) => fired(EXPORT_TARGET.DUAL1, lane))).toEqual([0, 0]);
});
