import type { FailingCase } from '../../../failures/shrink/failure-probe.js';
import { findFocus } from '../../../failures/shrink/structure-passes.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

test('primitives are numbered within their draw, and waves across all draws', () => {
  const scenario = createSmallScenario();
  const [draw] = scenario.draws;
  const fourPrimitives = { ...draw!, depths: [0, 0, 0, 0] };
  const formed = [
    { wave: 0, draw: 0, quadCount: 1, quads: Int32Array.of(8, 6, 3, -1, -1, 0) },
    { wave: 1, draw: 1, quadCount: 1, quads: Int32Array.of(8, 6, 5, -1, -1, 0) },
  ];
  const violation = {
    rule: 'ORD-04',
    place: { wave: 0, otherWave: 1, pixel: [9, 6] },
    observed: '',
    steps: [],
  };
  const failing = {
    scenario: { ...scenario, draws: [fourPrimitives, fourPrimitives] },
    result: { verdict: { violations: [violation] } },
    waves: { formed },
  } as unknown as FailingCase;
  expect(findFocus(failing)).toEqual({ primitives: new Set(['0.3', '1.1']), pixel: [9, 6] });
});
