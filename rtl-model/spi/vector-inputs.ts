import type { WaveState } from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import { isFrontFacing } from '../sc/facing.js';
import { LOCATION, type Sampling } from '../sc/sampling.js';
import { MASK_BITS, SUBPIXELS } from '../sc/spec.js';
import type { Wave } from '../wave.js';
import { getLocationOffset, type Invocation, loadBarycentrics } from './barycentrics.js';
import type { VectorInput } from './draw-plan.js';

/** Bit position of the fragment size (`QUAD_COLUMN.RATE`) in the ancillary input (corpus README; RDNA2 ISA). */
const RATE_SHIFT = 2;
/** Bit position of the sample number in the ancillary input. */
const SAMPLE_ID_SHIFT = 8;

type Loader = (state: WaveState, index: number, invocation: Invocation) => void;

const LOADERS: Readonly<Record<VectorInput['name'], Loader>> = {
  persp_sample: createFixedLoader(LOCATION.SAMPLE),
  persp_center: createNamedLoader('persp_center'),
  persp_centroid: createNamedLoader('persp_centroid'),
  pull_model: (state, index, invocation) => {
    loadBarycentrics(state, index, invocation, LOCATION.CENTRE);
    state.vf[index + 2 * state.lanes] = 1;
  },
  linear_sample: createFixedLoader(LOCATION.SAMPLE),
  linear_center: createNamedLoader('linear_center'),
  linear_centroid: createNamedLoader('linear_centroid'),
  line_stipple: (state, index) => {
    state.v[index] = 0;
  },
  frag_pos_x: ({ vf }, index, invocation) => {
    vf[index] = invocation.x + getPositionOffset(invocation, 0) / SUBPIXELS;
  },
  frag_pos_y: ({ vf }, index, invocation) => {
    vf[index] = invocation.y + getPositionOffset(invocation, 1) / SUBPIXELS;
  },
  frag_pos_z: ({ vf }, index, { plan, primitive }) => {
    vf[index] = plan.draw.depths[primitive];
  },
  frag_pos_w: ({ vf }, index) => {
    vf[index] = 1;
  },
  front_face: ({ v, vf }, index, { plan, primitive }) => {
    const isFront = isFrontFacing(plan.shape.type, plan.draw, primitive);
    if (plan.facesAreIntegers) v[index] = isFront ? 1 : 0;
    else vf[index] = isFront ? 1 : -1;
  },
  ancillary: ({ v }, index, { plan, sample }) => {
    v[index] = (sample << SAMPLE_ID_SHIFT) | (plan.sampling.footprint.rate << RATE_SHIFT);
  },
  sample_coverage: ({ v }, index, { mask }) => {
    v[index] = mask;
  },
  pos_fixed_pt: ({ v }, index, { x, y }) => {
    v[index] = x | (y << 16);
  },
};

/** Loads one VGPR input for all lanes of the wave's quads, including helper lanes. */
export function loadVectorInput(wave: Wave, input: VectorInput): void {
  const { quads, quadCount, plan, state } = wave;
  const load = LOADERS[input.name];
  const { width, height } = plan.sampling.footprint;
  const invocation: Invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 0 };
  for (let lane = 0; lane < quadCount * 4; lane++) {
    const offset = (lane >> 2) * QUAD_COLUMNS;
    const fragment = lane & 3;
    const masks = quads[offset + (fragment < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23)];
    invocation.x = quads[offset + QUAD_COLUMN.X] + (fragment & 1) * width;
    invocation.y = quads[offset + QUAD_COLUMN.Y] + (fragment >> 1) * height;
    invocation.mask = (masks >>> ((fragment & 1) * MASK_BITS)) & 0xffff;
    invocation.sample = quads[offset + QUAD_COLUMN.SAMPLE];
    invocation.primitive = quads[offset + QUAD_COLUMN.PRIMITIVE] - plan.firstPrimitive;
    load(state, input.register * state.lanes + lane, invocation);
  }
}

function createFixedLoader(location: number): Loader {
  return (state, index, invocation) => loadBarycentrics(state, index, invocation, location);
}

/** Creates a loader for barycentrics at the location that the draw's registers specify. */
function createNamedLoader(name: keyof Sampling['barycentricLocations']): Loader {
  return (state, index, invocation) =>
    loadBarycentrics(state, index, invocation, invocation.plan.sampling.barycentricLocations[name]);
}

/**
 * Returns the offset of the floating-point position. For a fragment that covers several pixels, this is the
 * centre's offset unless the position is forced to the corner.
 */
function getPositionOffset(invocation: Invocation, axis: 0 | 1): number {
  const { footprint, positionLocation } = invocation.plan.sampling;
  const usesRegister = footprint.rate === 0 || positionLocation === LOCATION.CORNER;
  return getLocationOffset(invocation, usesRegister ? positionLocation : LOCATION.CENTRE, axis);
}
