import type { WaveState } from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import { getSignedArea } from '../sc/edges.js';
import { isFrontFacing } from '../sc/facing.js';
import { PRIMITIVE_TYPE, PRIMITIVE_VALUES } from '../sc/outlines.js';
import { LOCATION, type Sampling } from '../sc/sampling.js';
import { MASK_BITS, SUBPIXELS } from '../sc/spec.js';
import type { Wave } from '../wave.js';
import type { DrawPlan, VectorInput } from './draw-plan.js';

/** The values that an invocation's inputs depend on. One object is reused for all lanes. */
export interface Invocation {
  plan: DrawPlan;
  /** The x coordinate of the fragment's top left fine pixel. */
  x: number;
  /** The y coordinate of the fragment's top left fine pixel. */
  y: number;
  /** Mask of the fragment's points that this invocation covers, or 0 for a helper lane. */
  mask: number;
  /** Index of the sample that the invocation shades. */
  sample: number;
  /** Index of the primitive within its draw. */
  primitive: number;
}

/** Returns the offset of a location from the fragment's corner in 1/256ths of a pixel, along x (0) or y (1). */
export function getLocationOffset({ plan, mask, sample }: Invocation, location: number, axis: 0 | 1): number {
  if (location === LOCATION.CORNER) return 0;
  const { width, height, points, rate, x, y } = plan.sampling.footprint;
  const centre = ((axis === 0 ? width : height) * SUBPIXELS) / 2;
  const coordinates = axis === 0 ? x : y;
  if (location === LOCATION.CENTROID) {
    const isFullyCovered = mask === 0 || mask === 2 ** points - 1;
    return isFullyCovered ? centre : coordinates[findNearestCoveredPoint(mask, plan)];
  }
  // A coarse fragment has no single sample position.
  return location === LOCATION.SAMPLE && rate === 0 ? coordinates[sample] : centre;
}

/**
 * Returns the covered point nearest to the centre, or the lowest-numbered one if several are equally near. This is
 * the centroid priority that drivers program.
 */
function findNearestCoveredPoint(mask: number, { sampling }: DrawPlan): number {
  const { width, height, points, x, y } = sampling.footprint;
  let nearest = 0;
  let minDistance = Number.POSITIVE_INFINITY;
  for (let point = 0; point < points; point++) {
    if (((mask >>> point) & 1) === 0) continue;
    const dx = x[point] - (width * SUBPIXELS) / 2;
    const dy = y[point] - (height * SUBPIXELS) / 2;
    const distance = dx * dx + dy * dy;
    if (distance >= minDistance) continue;
    minDistance = distance;
    nearest = point;
  }
  return nearest;
}

/**
 * Loads the barycentrics I and J at a location in the fragment. An attribute's value is P0 + I * P10 + J * P20 (w is 1
 * everywhere). For points, I and J are both 0. For lines, J is 0, and I is the position along the line of the point
 * closest to the location, from 0 at the first vertex to 1 at the second. It is not clamped, so it can fall outside
 * that range.
 */
function loadBarycentrics(state: WaveState, index: number, invocation: Invocation, location: number): void {
  const { plan, primitive } = invocation;
  const { type } = plan.shape;
  const vertices = plan.draw.vertices;
  const first = primitive * PRIMITIVE_VALUES;
  const dx = invocation.x * SUBPIXELS + getLocationOffset(invocation, location, 0) - vertices[first];
  const dy = invocation.y * SUBPIXELS + getLocationOffset(invocation, location, 1) - vertices[first + 1];
  const [dx1, dy1] = [vertices[first + 2] - vertices[first], vertices[first + 3] - vertices[first + 1]];
  let i = 0;
  let j = 0;
  if (type === PRIMITIVE_TYPE.LINES) {
    i = (dx * dx1 + dy * dy1) / (dx1 * dx1 + dy1 * dy1);
  } else if (type !== PRIMITIVE_TYPE.POINTS) {
    const area = getSignedArea(vertices, first);
    i =
      (dx * (vertices[first + 5] - vertices[first + 1]) - (vertices[first + 4] - vertices[first]) * dy) /
      area;
    j = (dx1 * dy - dx * dy1) / area;
  }
  // The sign of a zero weight is unspecified, so make it positive.
  state.vf[index] = i + 0;
  state.vf[index + state.lanes] = j + 0;
}

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
