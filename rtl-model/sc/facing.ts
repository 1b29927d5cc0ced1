import type { Draw } from '../../transactions/index.js';
import { assert } from '../kernel/assert.js';
import { getSignedArea } from './edges.js';
import { PRIMITIVE_TYPE, PRIMITIVE_VALUES } from './outlines.js';

/**
 * Whether a primitive is front-facing. This is true for anticlockwise triangles and rectangles, and for all points and
 * lines.
 */
export function isFrontFacing(
  type: number,
  { vertices }: Pick<Draw, 'vertices'>,
  primitive: number,
): boolean {
  if (type === PRIMITIVE_TYPE.POINTS || type === PRIMITIVE_TYPE.LINES) return true;
  assert(
    primitive >= 0 && (primitive + 1) * PRIMITIVE_VALUES <= vertices.length,
    'the primitive is in the draw',
  );
  return getSignedArea(vertices, primitive * PRIMITIVE_VALUES) < 0;
}
