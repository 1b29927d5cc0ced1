import { PARAMETER_DWORDS } from '../../arch/index.js';
import type { Draw, Scenario } from '../../transactions/index.js';
import { sublists } from './chunks.js';
import type { FailingCase } from './failure-probe.js';
import { focusOf } from './focus.js';

/** Simpler scenarios to try in place of a failing one, boldest first. */
export type Pass = (failing: FailingCase) => Iterable<Scenario>;

const VALUES_A_PRIMITIVE = 6;
/** Primitives that reach less far from the focus than this, in 1/256 pixel, are small enough. */
const SMALL = 256;

/** Fewer draws; programs that no draw uses any more go with them. */
export const fewerDraws: Pass = function* ({ scenario }) {
  for (const draws of sublists(scenario.draws))
    if (draws.length > 0) yield withoutIdlePrograms({ ...scenario, draws });
};

/** Only the primitives that the violation is about, then fewer of all; a draw that is left empty goes. */
export const fewerPrimitives: Pass = function* (failing) {
  const { scenario } = failing;
  const all = scenario.draws.flatMap(({ depths }, draw) =>
    depths.map((_, primitive) => ({ draw, primitive })),
  );
  const { primitives } = focusOf(failing);
  const keep = (kept: typeof all): Scenario => {
    const draws = scenario.draws.map((draw, index) =>
      keepPrimitives(
        draw,
        kept.filter((one) => one.draw === index).map(({ primitive }) => primitive),
      ),
    );
    return withoutIdlePrograms({ ...scenario, draws: draws.filter(({ depths }) => depths.length > 0) });
  };
  const involved = all.filter(({ draw, primitive }) => primitives.has(`${draw}.${primitive}`));
  if (involved.length > 0 && involved.length < all.length) yield keep(involved);
  for (const kept of sublists(all)) if (kept.length > 0) yield keep(kept);
};

/** Primitives drawn half-way together towards the pixel that the violation is about, all of them or one. */
export const smallerPrimitives: Pass = function* (failing) {
  const { scenario } = failing;
  const { pixel } = focusOf(failing);
  if (pixel === undefined) return;
  const wide = (draw: Draw): number[] =>
    draw.depths.map((_, i) => i).filter((i) => reach(draw, i, pixel) > SMALL);
  const halved = (chosen: (draw: number, primitive: number) => boolean): Scenario => ({
    ...scenario,
    draws: scenario.draws.map((draw, index) => drawTogether(draw, pixel, (i) => chosen(index, i))),
  });
  const places = scenario.draws.flatMap((draw, index) =>
    wide(draw).map((primitive) => [index, primitive] as const),
  );
  if (places.length === 0) return;
  yield halved((index, primitive) => places.some(([a, b]) => a === index && b === primitive));
  if (places.length === 1) return;
  for (const [draw, primitive] of places) yield halved((a, b) => a === draw && b === primitive);
};

/** Pixel waves alone, or fewer of the works beside them. */
export const lessBackground: Pass = function* ({ scenario }) {
  const { background, ...alone } = scenario;
  if (background === undefined) return;
  yield alone;
  for (const works of sublists(background.works))
    if (works.length > 0) yield { ...scenario, background: { ...background, works } };
};

/** Memory that starts as zero. */
export const emptyMemory: Pass = function* ({ scenario }) {
  for (const [index, { initial }] of scenario.memory.entries()) {
    if (initial.length === 0) continue;
    const memory = scenario.memory.map((object, other) =>
      other === index ? { ...object, initial: [] } : object,
    );
    yield { ...scenario, memory };
  }
};

function keepPrimitives(draw: Draw, kept: readonly number[]): Draw {
  const pick = <T>(values: readonly T[], each: number): T[] =>
    kept.flatMap((primitive) => values.slice(primitive * each, (primitive + 1) * each));
  return {
    ...draw,
    vertices: pick(draw.vertices, VALUES_A_PRIMITIVE),
    depths: pick(draw.depths, 1),
    parameters: pick(draw.parameters, draw.attributes * PARAMETER_DWORDS),
  };
}

function withoutIdlePrograms(scenario: Scenario): Scenario {
  const used = [...new Set(scenario.draws.map(({ program }) => program))].sort((a, b) => a - b);
  if (used.length === 0 || used.length === scenario.programs.length) return scenario;
  return {
    ...scenario,
    programs: used.map((program) => scenario.programs[program]!),
    draws: scenario.draws.map((draw) => ({ ...draw, program: used.indexOf(draw.program) })),
  };
}

type Pixel = readonly [x: number, y: number];

/** Centre of a pixel along the axis of a vertex value, in 1/256 pixel. */
function centre(pixel: Pixel, value: number): number {
  return pixel[value & 1]! * 256 + 128;
}

function reach({ vertices }: Draw, primitive: number, pixel: Pixel): number {
  const first = primitive * VALUES_A_PRIMITIVE;
  const own = vertices.slice(first, first + VALUES_A_PRIMITIVE);
  return Math.max(...own.map((value, i) => Math.abs(value - centre(pixel, i))));
}

function drawTogether(draw: Draw, pixel: Pixel, chosen: (primitive: number) => boolean): Draw {
  const vertices = draw.vertices.map((value, i) => {
    if (!chosen(Math.floor(i / VALUES_A_PRIMITIVE))) return value;
    const middle = centre(pixel, i);
    return middle + Math.trunc((value - middle) / 2);
  });
  return { ...draw, vertices };
}
