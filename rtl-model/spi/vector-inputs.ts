import type { WaveState } from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import { signedArea } from '../sc/rasterise.js';
import { LOCATION } from '../sc/sampling.js';
import type { Wave } from '../wave.js';
import type { DrawPlan, VectorInput } from './draw-plan.js';

/** Units of vertex coordinates in a pixel, and its centre. */
const SUBPIXELS = 256;
const CENTRE = SUBPIXELS / 2;

const MASK_BITS = 16;

/** Where the sample's number lies in the ancillary input (corpus README). */
const SAMPLE_ID_SHIFT = 8;

/** One invocation as its inputs need it; one object serves all lanes in turn. */
interface Invocation {
  plan: DrawPlan;
  x: number;
  y: number;
  /** Covered samples of the pixel in this invocation; 0 for a helper. */
  mask: number;
  /** The sample that it is for. */
  sample: number;
  /** Primitive within its draw. */
  primitive: number;
}

type Loader = (state: WaveState, at: number, invocation: Invocation) => void;

const LOADERS: Readonly<Record<VectorInput['name'], Loader>> = {
  persp_sample: barycentricsAt(LOCATION.SAMPLE),
  persp_center: barycentricsAt(LOCATION.CENTRE),
  persp_centroid: barycentricsAt(LOCATION.CENTROID),
  pull_model: (state, at, invocation) => {
    loadBarycentrics(state, at, invocation, LOCATION.CENTRE);
    state.vf[at + 2 * state.lanes] = 1;
  },
  linear_sample: barycentricsAt(LOCATION.SAMPLE),
  linear_center: barycentricsAt(LOCATION.CENTRE),
  linear_centroid: barycentricsAt(LOCATION.CENTROID),
  line_stipple: (state, at) => {
    state.v[at] = 0;
  },
  frag_pos_x: ({ vf }, at, invocation) => {
    vf[at] = invocation.x + offsetAt(invocation, invocation.plan.sampling.positionAt, 0) / SUBPIXELS;
  },
  frag_pos_y: ({ vf }, at, invocation) => {
    vf[at] = invocation.y + offsetAt(invocation, invocation.plan.sampling.positionAt, 1) / SUBPIXELS;
  },
  frag_pos_z: ({ vf }, at, { plan, primitive }) => {
    vf[at] = plan.draw.depths[primitive];
  },
  frag_pos_w: ({ vf }, at) => {
    vf[at] = 1;
  },
  front_face: ({ vf }, at, { plan, primitive }) => {
    vf[at] = signedArea(plan.draw.vertices, primitive * 6) < 0 ? 1 : -1;
  },
  ancillary: ({ v }, at, { sample }) => {
    v[at] = sample << SAMPLE_ID_SHIFT;
  },
  sample_coverage: ({ v }, at, { mask }) => {
    v[at] = mask;
  },
  pos_fixed_pt: ({ v }, at, { x, y }) => {
    v[at] = x | (y << 16);
  },
};

/** Loads one VGPR input of all lanes of the wave's quads, helpers included. */
export function loadVectorInput(wave: Wave, input: VectorInput): void {
  const { quads, quadCount, plan, state } = wave;
  const load = LOADERS[input.name];
  const invocation: Invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 0 };
  for (let lane = 0; lane < quadCount * 4; lane++) {
    const at = (lane >> 2) * QUAD_COLUMNS;
    const pixel = lane & 3;
    const masks = quads[at + (pixel < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23)];
    invocation.x = quads[at + QUAD_COLUMN.X] + (pixel & 1);
    invocation.y = quads[at + QUAD_COLUMN.Y] + (pixel >> 1);
    invocation.mask = (masks >>> ((pixel & 1) * MASK_BITS)) & 0xffff;
    invocation.sample = quads[at + QUAD_COLUMN.SAMPLE];
    invocation.primitive = quads[at + QUAD_COLUMN.PRIMITIVE] - plan.firstPrimitive;
    load(state, input.register * state.lanes + lane, invocation);
  }
}

function barycentricsAt(location: number): Loader {
  return (state, at, invocation) => loadBarycentrics(state, at, invocation, location);
}

/** I and J at a place of the pixel, so that a value is P0 + I * P10 + J * P20 (w is 1 everywhere). */
function loadBarycentrics(state: WaveState, at: number, invocation: Invocation, location: number): void {
  const t = invocation.plan.draw.vertices;
  const p = invocation.primitive * 6;
  const area = signedArea(t, p);
  const dx = invocation.x * SUBPIXELS + offsetAt(invocation, location, 0) - t[p];
  const dy = invocation.y * SUBPIXELS + offsetAt(invocation, location, 1) - t[p + 1];
  state.vf[at] = (dx * (t[p + 5] - t[p + 1]) - (t[p + 4] - t[p]) * dy) / area;
  state.vf[at + state.lanes] = ((t[p + 2] - t[p]) * dy - dx * (t[p + 3] - t[p + 1])) / area;
}

/** Offset of a place from the pixel's corner in 1/256 pixel, along x (0) or y (1). */
function offsetAt(invocation: Invocation, location: number, axis: 0 | 1): number {
  const { positions, samples } = invocation.plan.sampling;
  if (location === LOCATION.CENTRE) return CENTRE;
  if (location === LOCATION.SAMPLE) return positions[2 * invocation.sample + axis];
  const whole = invocation.mask === 0 || invocation.mask === (1 << samples) - 1;
  return whole ? CENTRE : positions[2 * nearestCovered(invocation.mask, positions) + axis];
}

/** The covered sample nearest to the centre, the lowest of several: the priority that drivers program for centroids. */
function nearestCovered(mask: number, positions: Int32Array): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let sample = 0; sample < positions.length / 2; sample++) {
    if (((mask >>> sample) & 1) === 0) continue;
    const distance = (positions[2 * sample] - CENTRE) ** 2 + (positions[2 * sample + 1] - CENTRE) ** 2;
    if (distance >= least) continue;
    least = distance;
    nearest = sample;
  }
  return nearest;
}
