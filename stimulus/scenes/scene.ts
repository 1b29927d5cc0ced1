import type { RandomStream, SceneName } from '../../transactions/index.js';
import type { FieldValues } from '../driver/draw-intent.js';
import { pickFrom } from '../kit/chance.js';
import { type Area, PIXEL, type PrimitiveKind, type Triangle } from './geometry.js';
import { SCENE_SHAPES, SCENES_BY_KIND } from './shapes.js';

/** The VGT_PRIMITIVE_TYPE.PRIM_TYPE value of each primitive type. */
export const PRIMITIVE_TYPE = {
  points: 1,
  lines: 2,
  triangles: 4,
  rectangles: 17,
} as const satisfies Record<PrimitiveKind, number>;

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
export function pickPrimitives(stream: RandomStream, kind: PrimitiveKind, area: Area, limit: number) {
  const names = SCENES_BY_KIND.get(kind)!;
  const scene = names[stream.below(names.length)];
  const primitives = pickFrom(stream, SCENE_SHAPES[scene].primitives(area, limit));
  return { scene, primitives: primitives.slice(0, limit) };
}

/** Geometry without state or programs: an area and an ordered list of draws. */
export interface Scene extends Area {
  readonly draws: readonly (readonly Triangle[])[];
  /** The name of each draw's scene shape, which determines the type of its primitives and how they overlap. */
  readonly names: readonly SceneName[];
}

const SIZES = [16, 32, 64] as const;

const MAX_DRAWS = 3;
const MAX_TRIANGLES = 48;

/**
 * The minimum number of triangles to keep when trimming a draw to the fragment budget (if it has that many): enough for
 * two overlapping layers of two triangles each.
 */
const MIN_TRIANGLES = 4;

/** The minimum edge length of an area, in pixels. */
const MIN_SIZE = 8;

/** The maximum number of fragments per scene unless a sequence requests fewer, so that tests take only milliseconds. */
export const MAX_FRAGMENTS = 24_576;

export interface SceneLimits {
  /** The maximum number of fragments over all draws. */
  readonly fragments: number;
  readonly pixels?: number;
  /** The allowed primitive types. Defaults to triangles only. */
  readonly kinds?: readonly PrimitiveKind[];
}

/**
 * Picks a random scene within the limits. In half of the tests, all draws use the same scene shape (swarm testing). The
 * area is halved until every draw has enough triangles to overlap within the limits, or until the area reaches
 * its minimum size.
 */
export function pickScene(stream: RandomStream, limits: SceneLimits): Scene {
  let area = pickSize(stream, limits.pixels ?? Number.POSITIVE_INFINITY);
  const count = 1 + stream.below(MAX_DRAWS);
  const { kinds = ['triangles'] } = limits;
  const candidates = kinds.flatMap((kind) => SCENES_BY_KIND.get(kind)!);
  const pickName = (): SceneName => candidates[stream.below(candidates.length)];
  const sharedName = stream.below(2) === 0 ? pickName() : undefined;
  const names = Array.from({ length: count }, () => sharedName ?? pickName());
  const fragments = Math.floor(limits.fragments / count);
  for (;;) {
    const triangleLists = names.map((name) =>
      pickFrom(stream, SCENE_SHAPES[name].primitives(area, MAX_TRIANGLES)),
    );
    // The leading triangles whose bounding boxes together cover at most `fragments` pixels of the area.
    const draws = triangleLists.map((triangles) => {
      let pixels = 0;
      return triangles.filter((triangle) => {
        pixels += countBoundingPixels(triangle, area);
        return pixels <= fragments;
      });
    });
    const haveEnough = draws.every(
      ({ length }, i) => length >= Math.min(MIN_TRIANGLES, triangleLists[i].length),
    );
    if (haveEnough || Math.max(area.width, area.height) <= MIN_SIZE) return { ...area, draws, names };
    area = halveArea(area);
  }
}

/** Picks a random area, and halves it across its longer edge until it has at most `pixels` pixels. */
function pickSize(stream: RandomStream, pixels: number): Area {
  let area: Area = {
    width: SIZES[stream.below(SIZES.length)],
    height: SIZES[stream.below(SIZES.length)],
  };
  while (area.width * area.height > pixels) area = halveArea(area);
  return area;
}

/** Halves an area across its longer edge. */
function halveArea({ width, height }: Area): Area {
  return width > height ? { width: width / 2, height } : { width, height: height / 2 };
}

function countBoundingPixels([x0, y0, x1, y1, x2, y2]: Triangle, { width, height }: Area): number {
  const span = (a: number, b: number, c: number, size: number): number => {
    const first = Math.max(0, Math.floor(Math.min(a, b, c) / PIXEL));
    const last = Math.min(size - 1, Math.floor(Math.max(a, b, c) / PIXEL));
    return Math.max(0, last - first + 1);
  };
  return span(x0, x1, x2, width) * span(y0, y1, y2, height);
}
