import type { RandomStream, SceneName } from '../../transactions/index.js';
import { pickFrom } from '../chance/pick-from.js';
import type { FieldValues } from '../driver/register-fields.js';
import type { Area, PrimitiveKind, Triangle } from './geometry.js';
import { SCENE_SHAPES, SCENES_BY_KIND } from './shapes.js';

/** The VGT_PRIMITIVE_TYPE.PRIM_TYPE value of each primitive type. */
export const PRIMITIVE_TYPE = {
  points: 1,
  lines: 2,
  triangles: 4,
  rectangles: 17,
} as const satisfies Record<PrimitiveKind, number>;

/** One draw's primitives, with six values each, and the scene that determines how they overlap. */
export interface ScenePrimitives {
  readonly scene: SceneName;
  readonly primitives: readonly Triangle[];
}

/** Half the size of points and half the width of lines, in 1/16ths of a pixel: from zero to several pixels. */
const HALF_SIZES = [0, 3, 8, 13, 40, 77] as const;

/** One in this many sizes is large enough to cover any area. */
const HUGE_ODDS = 64;
/** Two sizes that cover any area: one just above half the field's range, and the field's maximum. */
const HUGE_SIZES = [0x8001, 0xffff] as const;

/** Picks the sizes of points and lines, and the shape of line ends. */
export function pickSizes(stream: RandomStream): FieldValues {
  const size = (): number => {
    const sizes = stream.below(HUGE_ODDS) === 0 ? HUGE_SIZES : HALF_SIZES;
    return sizes[stream.below(sizes.length)];
  };
  return {
    'PA_SU_POINT_SIZE.WIDTH': size(),
    'PA_SU_POINT_SIZE.HEIGHT': size(),
    'PA_SU_LINE_CNTL.WIDTH': size(),
    'PA_SC_LINE_CNTL.PERPENDICULAR_ENDCAP_ENA': stream.below(2),
  };
}

/** Picks a random scene of the given primitive type and at most `limit` of its primitives, placed over an area. */
export function pickPrimitives(
  stream: RandomStream,
  kind: PrimitiveKind,
  area: Area,
  limit: number,
): ScenePrimitives {
  const names = SCENES_BY_KIND[kind];
  const scene = names[stream.below(names.length)];
  const primitives = pickFrom(stream, SCENE_SHAPES[scene].primitives(area, limit));
  return { scene, primitives: primitives.slice(0, limit) };
}
