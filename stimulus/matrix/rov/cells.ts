import type { MatrixCell } from '../cell.js';
import { LAYER_OVERLAP } from '../pace.js';
import { createRovParts, type RovDraw, type RovQuad } from './rov-parts.js';
import type { RovPipeline } from './rov-text.js';

/**
 * The areas of the target to draw, in eighths of its size: the whole target, its quarters, its centre, and two crossing
 * bars.
 */
const QUADS: readonly RovQuad[] = [
  [0, 0, 8, 8],
  [0, 0, 4, 4],
  [4, 0, 8, 4],
  [0, 4, 4, 8],
  [4, 4, 8, 8],
  [2, 2, 6, 6],
  [0, 2, 8, 6],
  [2, 0, 6, 8],
  [0, 0, 8, 8],
];

const INSTANCES = 10;

function createQuadDraws(pipeline: RovPipeline): RovDraw[] {
  return QUADS.map((quad) => ({ pipeline, quad, instances: 1 }));
}

function createInstancedDraw(pipeline: RovPipeline): RovDraw[] {
  return [{ pipeline, quad: QUADS[0], instances: INSTANCES }];
}

/** Draws that alternate between sample shading and an unrolled loop over samples, with 1 to 6 instances each. */
const MIXED_DRAWS: readonly RovDraw[] = QUADS.map((quad, i) => ({
  pipeline: i % 2 === 0 ? 'sample' : 'unrolled',
  quad,
  instances: 1 + (i % 6),
}));

const TESTS: readonly (readonly [title: string, draws: readonly RovDraw[]])[] = [
  ['one sample, nine draws', createQuadDraws('single')],
  ['pixel interlock, looping over the samples, nine draws', createQuadDraws('pixel')],
  ['pixel interlock, a section for each sample, nine draws', createQuadDraws('unrolled')],
  ['sample interlock, nine draws', createQuadDraws('sample')],
  ['one sample, ten instances', createInstancedDraw('single')],
  ['pixel interlock, looping over the samples, ten instances', createInstancedDraw('pixel')],
  ['pixel interlock, a section for each sample, ten instances', createInstancedDraw('unrolled')],
  ['sample interlock, ten instances', createInstancedDraw('sample')],
  ['alternating sample and pixel interlock, nine draws with 1 to 6 instances each', MIXED_DRAWS],
];

/** D01 to D09: rasterizer-ordered views as tested by vkd3d-proton (scenarios.md 3). */
export const ROV_CELLS: readonly MatrixCell[] = TESTS.map(([title, draws], i) => ({
  kind: 'runs',
  id: `D0${i + 1}`,
  title: `v = v * A + B, ${title}`,
  knobs: LAYER_OVERLAP,
  make: (target) => createRovParts(target, draws),
}));
