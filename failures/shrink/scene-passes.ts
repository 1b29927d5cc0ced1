import { defaultFreedoms, type Freedoms, KNOBS, type Scenario } from '../../transactions/index.js';
import { findFocus } from './focus.js';
import { keepOnly, listPrimitives, type Pass, type PrimitiveReference } from './structure-passes.js';
import { makeTinyTriangle, type Pixel, withVertices } from './triangles.js';

/** The location of a primitive in a scene: at the violation's pixel, or elsewhere in its tile. */
type Location = 'here' | 'elsewhere';

/** Simple scenes, smallest first: two or three waves, one of which may be elsewhere. */
const SCENES: readonly (readonly Location[])[] = [
  ['here', 'here'],
  ['here', 'elsewhere'],
  ['here', 'here', 'here'],
  ['here', 'elsewhere', 'here'],
  ['elsewhere', 'here', 'here'],
];

/** Minimum latencies, which keep waves in step, except for the instruction gap, which allows a wave to catch up. */
const IN_STEP: Partial<Freedoms> = Object.fromEntries(
  Object.entries(KNOBS).flatMap(([name, { kind, min }]) =>
    kind === 'range' && name !== 'issueGap' ? [[name, [min, min]]] : [],
  ),
);

/** Waves may start at any time, as if other waves had kept the hardware busy. */
const ANY_TIME: Partial<Freedoms> = { launchLatency: [KNOBS.launchLatency.min, KNOBS.launchLatency.max] };

/**
 * Timings that may arise only because a larger case has more waves, for example if a third wave has to wait for a free
 * slot.
 */
const TIMINGS: readonly Partial<Freedoms>[] = [
  {},
  IN_STEP,
  ANY_TIME,
  { ...IN_STEP, waveSlots: 2 },
  { ...ANY_TIME, exportSpace: 2 },
];

/** The number of waves to form before ids wrap. */
const BEFORE_WRAP = [1, 2];

/** One wave per primitive, closed immediately. */
const WAVE_PER_PRIMITIVE: Partial<Freedoms> = {
  primitivesPerWave: KNOBS.primitivesPerWave.min,
  formationTimeout: KNOBS.formationTimeout.min,
};

/** The bit of x to flip to move a primitive within its 8-pixel tile, so that its packer stays the same. */
const MOVE_BIT = 4;

/**
 * Tries simple scenes instead of a larger case: each primitive in its own wave, ids about to wrap, and default knobs,
 * except those that stand in for the waves that were removed. Yields nothing for a case that is already this small.
 */
export const smallScenes: Pass = function* (failing) {
  const { background: _, ...scenario } = failing.scenario;
  const { pixel, primitives } = findFocus(failing);
  if (pixel === undefined) return;
  for (const locations of SCENES) {
    if (2 * locations.length >= failing.size.waves + failing.size.primitives) return;
    const chosen = keepOnly(scenario, choosePrimitives(scenario, primitives, locations.length));
    const scene = placePrimitives(chosen, pixel, locations);
    for (const freedoms of generateFreedoms(scenario.freedoms)) yield { ...scene, freedoms };
  }
};

/**
 * Returns `count` primitives: the violation's oldest and youngest, then others, starting with those in the oldest one's
 * draw.
 */
function choosePrimitives(scene: Scenario, focus: ReadonlySet<string>, count: number): PrimitiveReference[] {
  const all = listPrimitives(scene);
  const [oldest = all[0]!, ...younger] = all.filter(({ draw, primitive }) =>
    focus.has(`${draw}.${primitive}`),
  );
  const ends = [oldest, ...younger.slice(-1)];
  const others = all.filter((primitive) => !ends.includes(primitive));
  const inSameDraw = others.filter(({ draw }) => draw === oldest.draw);
  const chosen = [...ends, ...inSameDraw, ...others, ...Array.from({ length: count }, () => oldest)];
  return chosen.slice(0, count).sort((a, b) => all.indexOf(a) - all.indexOf(b));
}

/** Moves a scene's primitives, in order, to the given locations. */
function placePrimitives(scene: Scenario, pixel: Pixel, locations: readonly Location[]): Scenario {
  const vertices = {
    here: makeTinyTriangle(pixel),
    elsewhere: makeTinyTriangle([pixel[0] ^ MOVE_BIT, pixel[1]]),
  };
  let draws = scene.draws;
  for (const [locationIndex, { draw, primitive }] of listPrimitives(scene).entries()) {
    draws = draws.map((drawn, index) =>
      index === draw ? withVertices(drawn, primitive, vertices[locations[locationIndex]!]) : drawn,
    );
  }
  return { ...scene, draws };
}

/**
 * Generates the default knobs combined with each starting id and timing. Keeps the `caches` knob, because no timing can
 * replace stale caches.
 */
function* generateFreedoms({ idWrap, caches }: Freedoms): Generator<Freedoms> {
  for (const waveCount of BEFORE_WRAP) {
    for (const timing of TIMINGS) {
      const ids = { idWrap, idStart: idWrap + 1 - waveCount, caches };
      yield { ...defaultFreedoms(), ...ids, ...WAVE_PER_PRIMITIVE, ...timing };
    }
  }
}
