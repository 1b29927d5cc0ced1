import { defaultFreedoms, type Freedoms, KNOBS, type Scenario } from '../../transactions/index.js';
import { focusOf } from './focus.js';
import { keepOnly, type Pass, type PlaceOfPrimitive, primitivesOf } from './structure-passes.js';
import { type Pixel, tiny, withVertices } from './triangles.js';

/** A primitive's place in a scene: at the violation's pixel, or elsewhere in its tile. */
type Place = 'here' | 'elsewhere';

/** Simple scenes, smallest first: two or three waves, of which one may be elsewhere. */
const SCENES: readonly (readonly Place[])[] = [
  ['here', 'here'],
  ['here', 'elsewhere'],
  ['here', 'here', 'here'],
  ['here', 'elsewhere', 'here'],
  ['elsewhere', 'here', 'here'],
];

/**
 * All latencies at their shortest, so that waves stay abreast, except the instruction gap, which allows one to catch
 * up.
 */
const ABREAST: Partial<Freedoms> = Object.fromEntries(
  Object.entries(KNOBS).flatMap(([name, { kind, min }]) =>
    kind === 'range' && name !== 'issueGap' ? [[name, [min, min]]] : [],
  ),
);

/** Waves start at any time, as if other waves had kept the hardware busy. */
const ANY_TIME: Partial<Freedoms> = { launchLatency: [KNOBS.launchLatency.min, KNOBS.launchLatency.max] };

/**
 * Timings that a larger case may owe to its number of waves, such as a third wave waiting for another to make room.
 */
const MOMENTS: readonly Partial<Freedoms>[] = [
  {},
  ABREAST,
  ANY_TIME,
  { ...ABREAST, waveSlots: 2 },
  { ...ANY_TIME, exportSpace: 2 },
];

/** Number of a scene's waves before ids wrap. */
const BEFORE_WRAP = [1, 2];

/** One wave per primitive, at once. */
const WAVE_PER_PRIMITIVE: Partial<Freedoms> = {
  primitivesPerWave: KNOBS.primitivesPerWave.min,
  formationTimeout: KNOBS.formationTimeout.min,
};

/** Coordinate bit that moves a primitive within its tile of 8 pixels, and so keeps its packer. */
const MOVE = 4;

/**
 * Simple scenes instead of a larger case: each primitive in its own wave, ids about to wrap, and default knobs except
 * those that replace the effect of other waves. Yields nothing for a case that is already this small.
 */
export const smallScenes: Pass = function* (failing) {
  const { background: _, ...scenario } = failing.scenario;
  const { pixel, primitives } = focusOf(failing);
  if (pixel === undefined) return;
  for (const places of SCENES) {
    if (2 * places.length >= failing.size.waves + failing.size.primitives) return;
    const cast = keepOnly(scenario, castOf(scenario, primitives, places.length));
    const scene = placed(cast, pixel, places);
    for (const freedoms of freedomsFor(scenario.freedoms)) yield { ...scene, freedoms };
  }
};

/** The violation's oldest and youngest primitives and, up to `count`, others, first those of the oldest one's draw. */
function castOf(scenario: Scenario, witnesses: ReadonlySet<string>, count: number): PlaceOfPrimitive[] {
  const all = primitivesOf(scenario);
  const [oldest = all[0]!, ...younger] = all.filter(({ draw, primitive }) =>
    witnesses.has(`${draw}.${primitive}`),
  );
  const ends = [oldest, ...younger.slice(-1)];
  const others = all.filter((one) => !ends.includes(one));
  const inSameDraw = others.filter(({ draw }) => draw === oldest.draw);
  const cast = [...ends, ...inSameDraw, ...others, ...Array.from({ length: count }, () => oldest)];
  return cast.slice(0, count).sort((a, b) => all.indexOf(a) - all.indexOf(b));
}

/** The scene with its primitives, in order, at these places. */
function placed(scene: Scenario, pixel: Pixel, places: readonly Place[]): Scenario {
  const at = { here: tiny(pixel), elsewhere: tiny([pixel[0] ^ MOVE, pixel[1]]) };
  let draws = scene.draws;
  for (const [index, { draw, primitive }] of primitivesOf(scene).entries()) {
    draws = draws.map((one, other) =>
      other === draw ? withVertices(one, primitive, at[places[index]!]) : one,
    );
  }
  return { ...scene, draws };
}

/** Default knobs with each first id and moment. Possibly stale caches stay so: no moment replaces them. */
function* freedomsFor({ idWrap, caches }: Freedoms): Generator<Freedoms> {
  for (const before of BEFORE_WRAP) {
    for (const moment of MOMENTS) {
      const ids = { idWrap, idStart: idWrap + 1 - before, caches };
      yield { ...defaultFreedoms(), ...ids, ...WAVE_PER_PRIMITIVE, ...moment };
    }
  }
}
