import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { PRIMITIVE_TYPE } from '../../../stimulus/scenes/scene.js';
import { SCENE_SHAPES } from '../../../stimulus/scenes/shapes.js';
import { drawScenario } from '../../support/drawn-scenario.js';

const { knobs } = NO_OVERRIDES;

/** The draws that the sequence `generated` creates for 200 seeds. */
const draws = Array.from({ length: 200 }, (_, i) => `0x${(0x7a11 + i).toString(16)}`).flatMap(
  (seed) => drawScenario('generated', seed, { knobs }).draws,
);

it('generated programs run on primitives of every kind, most often on triangles', () => {
  const counts = Object.values(PRIMITIVE_TYPE).map(
    (type) => draws.filter(({ registers }) => registers.VGT_PRIMITIVE_TYPE === type).length,
  );
  expect(Math.min(...counts)).toBeGreaterThan(10);
  expect(counts[Object.keys(PRIMITIVE_TYPE).indexOf('triangles')]).toBeGreaterThan(draws.length / 2);
});

it('each draw has the primitive type that its scene requires, and line widths vary', () => {
  for (const { scene, registers } of draws)
    expect(registers.VGT_PRIMITIVE_TYPE).toBe(PRIMITIVE_TYPE[SCENE_SHAPES[scene!].kind]);
  const widths = new Set(draws.map(({ registers }) => registers.PA_SU_LINE_CNTL));
  expect(widths.size).toBeGreaterThan(3);
});
