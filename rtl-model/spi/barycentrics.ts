import type { WaveState } from '../../arch/index.js';
import { getSignedArea } from '../sc/edges.js';
import { PRIMITIVE_TYPE, PRIMITIVE_VALUES } from '../sc/outlines.js';
import { LOCATION } from '../sc/sampling.js';
import { SUBPIXELS } from '../sc/spec.js';
import type { DrawPlan } from './draw-plan.js';

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
export function loadBarycentrics(
  state: WaveState,
  index: number,
  invocation: Invocation,
  location: number,
): void {
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
