import { chipOf } from '../../arch/index.js';
import { programs } from '../../stimulus/index.js';
import { defaultKnobs, KNOBS, type KnobValues, type Scenario } from '../../transactions/index.js';
import type { Sweep } from './search.js';
import {
  findFocus,
  generatePrimitiveRuns,
  generateStretchedPairs,
  keepOnly,
  listPrimitives,
  makeTinyTriangle,
  type Pass,
  type Pixel,
  type PrimitiveReference,
  withVertices,
} from './structure-passes.js';

/** Distances between the first id and the largest one, small enough for ids to wrap after a few waves. */
const NEAR_WRAP = [0, 1, 2, 3, 5, 8];

/**
 * The limits that determine how many waves or primitives a failure needs, all set to their tightest values. Some
 * failures need a full window, table or register file, or ids that wrap. Others need a slot or export space that the
 * next wave reuses, or a wave that closes and starts before the next primitive arrives.
 */
const TIGHTEST: Partial<KnobValues> = {
  idWrap: KNOBS.idWrap.min,
  idWindow: KNOBS.idWindow.min,
  primitivesPerWave: KNOBS.primitivesPerWave.min,
  waveSlots: KNOBS.waveSlots.min,
  exportSpace: KNOBS.exportSpace.min,
  overlapEntries: KNOBS.overlapEntries.min,
  stagedWaves: KNOBS.stagedWaves.min,
  formationTimeout: KNOBS.formationTimeout.min,
  quadsPerCycle: KNOBS.quadsPerCycle.min,
  launchLatency: [KNOBS.launchLatency.min, KNOBS.launchLatency.min],
};

/** The limits that determine how soon a wave starts after its quads arrive. */
const TIMING_LIMITS = ['formationTimeout', 'quadsPerCycle'] as const;

/** Resets knobs that differ from their defaults. */
export const knobSweep: Sweep<keyof KnobValues> = {
  parts: ({ freedoms }) =>
    (Object.keys(KNOBS) as (keyof KnobValues)[]).filter(
      (name) => `${freedoms[name]}` !== `${KNOBS[name].default}`,
    ),
  without: (scenario, names) =>
    withKnobs(scenario, Object.fromEntries(names.map((name) => [name, KNOBS[name].default]))),
};

/**
 * Moves the first id so close to the wraparound that a few waves reach it, for failures that need a wraparound but not
 * the earlier waves.
 */
export const moveNearWrap: Pass = function* ({ scenario }) {
  const { idWrap, idStart } = scenario.freedoms;
  for (const distance of NEAR_WRAP) {
    if (distance < idWrap - idStart) yield withKnobs(scenario, { idStart: idWrap - distance });
  }
};

/**
 * Sets limits to their tightest values, all at once or one at a time, so that fewer waves are needed to reach them.
 * Limits that did not help are reset later.
 */
export const tightenLimits: Pass = function* ({ scenario }) {
  const looserLimits = findLooserLimits(scenario);
  if (looserLimits.length > 1) yield withTightest(scenario, looserLimits);
  for (const name of looserLimits) yield withTightest(scenario, [name]);
};

/**
 * Puts each primitive in its own wave and keeps only a few primitives, fewest first. Splitting waves without dropping
 * primitives would make the case bigger, and dropping only half can change the failure when two waves would have been
 * enough.
 */
export const separateWaves: Pass = function* ({ scenario }) {
  const looserLimits = findLooserLimits(scenario);
  if (!looserLimits.includes('primitivesPerWave')) return;
  for (const tight of [['primitivesPerWave'] as const, looserLimits]) {
    yield* generatePrimitiveRuns(withTightest(scenario, tight));
  }
};

/**
 * Keeps only two primitives and makes the younger one cover the shared pixel last, in case the primitives in between
 * served only as a delay. If waves close immediately and limits are tight, a short delay is enough.
 */
export const delayYoungerPrimitive: Pass = function* (failing) {
  const { scenario } = failing;
  for (const tight of [[], [...TIMING_LIMITS], findLooserLimits(scenario)]) {
    yield* generateStretchedPairs({ ...failing, scenario: withTightest(scenario, tight) });
  }
};

function findLooserLimits({ freedoms }: Scenario): (keyof KnobValues)[] {
  return (Object.keys(TIGHTEST) as (keyof KnobValues)[]).filter(
    (name) => `${freedoms[name]}` !== `${TIGHTEST[name]}`,
  );
}

function withTightest(scenario: Scenario, names: readonly (keyof KnobValues)[]): Scenario {
  const { freedoms } = scenario;
  return withKnobs(scenario, {
    ...Object.fromEntries(names.map((name) => [name, TIGHTEST[name]])),
    ...(names.includes('idWrap') ? { idStart: computeIdStart(freedoms, KNOBS.idWrap.min) } : {}),
  });
}

/** Returns the first id that is as far from the new wraparound as the current one is from its wraparound, or 0. */
function computeIdStart({ idWrap, idStart }: KnobValues, wrap: number): number {
  return Math.max(0, wrap - (idWrap - idStart));
}

function withKnobs(scenario: Scenario, knobs: Partial<KnobValues>): Scenario {
  return { ...scenario, freedoms: { ...scenario.freedoms, ...knobs } };
}

/**
 * Replaces programs with ones from simpler descriptors: first with a plain section, then with one property simplified
 * at a time.
 */
export const simplerPrograms: Pass = function* ({ scenario }) {
  const { gfx } = chipOf(scenario.chip);
  for (const [index, { descriptor }] of scenario.programs.entries()) {
    if (descriptor === undefined) continue;
    for (const simpler of programs.simpler(descriptor, gfx)) {
      yield programs.withDescriptor(scenario, index, simpler);
    }
  }
};

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
const IN_STEP: Partial<KnobValues> = Object.fromEntries(
  Object.entries(KNOBS).flatMap(([name, { kind, min }]) =>
    kind === 'range' && name !== 'issueGap' ? [[name, [min, min]]] : [],
  ),
);

/** Waves may start at any time, as if other waves had kept the hardware busy. */
const ANY_TIME: Partial<KnobValues> = { launchLatency: [KNOBS.launchLatency.min, KNOBS.launchLatency.max] };

/**
 * Timings that may arise only because a larger case has more waves, for example if a third wave has to wait for a free
 * slot.
 */
const TIMINGS: readonly Partial<KnobValues>[] = [
  {},
  IN_STEP,
  ANY_TIME,
  { ...IN_STEP, waveSlots: 2 },
  { ...ANY_TIME, exportSpace: 2 },
];

/** The number of waves to form before ids wrap. */
const BEFORE_WRAP = [1, 2];

const WAVE_PER_PRIMITIVE: Partial<KnobValues> = {
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
    for (const freedoms of generateKnobs(scenario.freedoms)) yield { ...scene, freedoms };
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
function* generateKnobs({ idWrap, caches }: KnobValues): Generator<KnobValues> {
  for (const waveCount of BEFORE_WRAP) {
    for (const timing of TIMINGS) {
      const ids = { idWrap, idStart: idWrap + 1 - waveCount, caches };
      yield { ...defaultKnobs(), ...ids, ...WAVE_PER_PRIMITIVE, ...timing };
    }
  }
}
