import type { MatrixCell } from '../cell.js';
import { LAYERS_OVERLAP } from '../pace.js';
import { createRovParts, type RovDraw, type RovQuad } from './rov-parts.js';
import type { RovPipeline } from './rov-text.js';

/**
 * The areas of the target that are drawn, in eighths of its edge: the whole, the quarters, the centre, and two
 * crossing bars.
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

function createSequence(pipeline: RovPipeline): RovDraw[] {
  return QUADS.map((quad) => ({ pipeline, quad, instances: 1 }));
}

function createInstances(pipeline: RovPipeline): RovDraw[] {
  return [{ pipeline, quad: QUADS[0], instances: INSTANCES }];
}

/** Draws that are alternately shaded per sample and unrolled per pixel, with 1 to 6 instances. */
const MIXED: readonly RovDraw[] = QUADS.map((quad, i) => ({
  pipeline: i % 2 === 0 ? 'sample' : 'unrolled',
  quad,
  instances: 1 + (i % 6),
}));

const TESTS: readonly (readonly [title: string, draws: readonly RovDraw[]])[] = [
  ['one sample, nine draws', createSequence('single')],
  ['pixel interlock, looping over the samples, nine draws', createSequence('pixel')],
  ['pixel interlock, a section for each sample, nine draws', createSequence('unrolled')],
  ['sample interlock, nine draws', createSequence('sample')],
  ['one sample, ten instances', createInstances('single')],
  ['pixel interlock, looping over the samples, ten instances', createInstances('pixel')],
  ['pixel interlock, a section for each sample, ten instances', createInstances('unrolled')],
  ['sample interlock, ten instances', createInstances('sample')],
  ['sample and pixel interlock in turn, nine draws of 1 to 6 instances', MIXED],
];

/** D01 to D09: rasterizer-ordered views as tested by vkd3d-proton (scenarios.md 3). */
export const ROV_CELLS: readonly MatrixCell[] = TESTS.map(([title, draws], i) => ({
  kind: 'runs',
  id: `D0${i + 1}`,
  title: `v = v * A + B, ${title}`,
  knobs: LAYERS_OVERLAP,
  make: (target) => createRovParts(target, draws),
}));
