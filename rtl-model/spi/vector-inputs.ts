import type { WaveState } from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import { isFrontFacing } from '../sc/facing.js';
import { LOCATION, type Sampling } from '../sc/sampling.js';
import { MASK_BITS, SUBPIXELS } from '../sc/spec.js';
import type { Wave } from '../wave.js';
import { type Invocation, loadBarycentrics, offsetAt } from './barycentrics.js';
import type { VectorInput } from './draw-plan.js';

/**
 * Positions of the fragment size (`QUAD_COLUMN.RATE`) and the sample number in the ancillary input (corpus
 * README; RDNA2 ISA).
 */
const RATE_SHIFT = 2;
const SAMPLE_ID_SHIFT = 8;

type Loader = (state: WaveState, at: number, invocation: Invocation) => void;

const LOADERS: Readonly<Record<VectorInput['name'], Loader>> = {
  persp_sample: barycentricsAt(LOCATION.SAMPLE),
  persp_center: barycentricsOf('persp_center'),
  persp_centroid: barycentricsOf('persp_centroid'),
  pull_model: (state, at, invocation) => {
    loadBarycentrics(state, at, invocation, LOCATION.CENTRE);
    state.vf[at + 2 * state.lanes] = 1;
  },
  linear_sample: barycentricsAt(LOCATION.SAMPLE),
  linear_center: barycentricsOf('linear_center'),
  linear_centroid: barycentricsOf('linear_centroid'),
  line_stipple: (state, at) => {
    state.v[at] = 0;
  },
  frag_pos_x: ({ vf }, at, invocation) => {
    vf[at] = invocation.x + positionOffset(invocation, 0) / SUBPIXELS;
  },
  frag_pos_y: ({ vf }, at, invocation) => {
    vf[at] = invocation.y + positionOffset(invocation, 1) / SUBPIXELS;
  },
  frag_pos_z: ({ vf }, at, { plan, primitive }) => {
    vf[at] = plan.draw.depths[primitive];
  },
  frag_pos_w: ({ vf }, at) => {
    vf[at] = 1;
  },
  front_face: ({ v, vf }, at, { plan, primitive }) => {
    const isFront = isFrontFacing(plan.shape.type, plan.draw, primitive);
    if (plan.facesAreIntegers) v[at] = isFront ? 1 : 0;
    else vf[at] = isFront ? 1 : -1;
  },
  ancillary: ({ v }, at, { plan, sample }) => {
    v[at] = (sample << SAMPLE_ID_SHIFT) | (plan.sampling.footprint.rate << RATE_SHIFT);
  },
  sample_coverage: ({ v }, at, { mask }) => {
    v[at] = mask;
  },
  pos_fixed_pt: ({ v }, at, { x, y }) => {
    v[at] = x | (y << 16);
  },
};

/** Loads one VGPR input for all lanes of the wave's quads, including helpers. */
export function loadVectorInput(wave: Wave, input: VectorInput): void {
  const { quads, quadCount, plan, state } = wave;
  const load = LOADERS[input.name];
  const { width, height } = plan.sampling.footprint;
  const invocation: Invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 0 };
  for (let lane = 0; lane < quadCount * 4; lane++) {
    const at = (lane >> 2) * QUAD_COLUMNS;
    const fragment = lane & 3;
    const masks = quads[at + (fragment < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23)];
    invocation.x = quads[at + QUAD_COLUMN.X] + (fragment & 1) * width;
    invocation.y = quads[at + QUAD_COLUMN.Y] + (fragment >> 1) * height;
    invocation.mask = (masks >>> ((fragment & 1) * MASK_BITS)) & 0xffff;
    invocation.sample = quads[at + QUAD_COLUMN.SAMPLE];
    invocation.primitive = quads[at + QUAD_COLUMN.PRIMITIVE] - plan.firstPrimitive;
    load(state, input.register * state.lanes + lane, invocation);
  }
}

function barycentricsAt(location: number): Loader {
  return (state, at, invocation) => loadBarycentrics(state, at, invocation, location);
}

/** Barycentrics whose location is given by the draw's registers. */
function barycentricsOf(name: keyof Sampling['barycentricsAt']): Loader {
  return (state, at, invocation) =>
    loadBarycentrics(state, at, invocation, invocation.plan.sampling.barycentricsAt[name]);
}

/** Offset of the floating-point position; for a multi-pixel fragment, the centre unless forced to the corner. */
function positionOffset(invocation: Invocation, axis: 0 | 1): number {
  const { footprint, positionAt } = invocation.plan.sampling;
  const isProgrammed = footprint.rate === 0 || positionAt === LOCATION.CORNER;
  return offsetAt(invocation, isProgrammed ? positionAt : LOCATION.CENTRE, axis);
}
