import { findMax, PARAMETER_DWORDS } from '../../arch/index.js';
import { chooseWaves } from '../../harness/records/index.js';
import { type Draw, listCoveredPixels, type Scenario } from '../../transactions/index.js';
import { generateSublists } from '../inevitability/chunks.js';
import type { FailingCase } from './failure-probe.js';

/** The number of values per primitive in `Draw.vertices`: x and y of its three vertices, in 1/256ths of a pixel. */
const VALUES_PER_PRIMITIVE = 6;
/** How far a primitive may reach from the focus and still count as small, in 1/256ths of a pixel. */
const SMALL_REACH = 256;
/** The length of the legs of a triangle at a pixel's corner that covers only its centre, in 1/256ths of a pixel. */
const LEG = 258;

/** A screen pixel. */
export type Pixel = readonly [x: number, y: number];

/** Returns the x (even `index`) or y (odd `index`) coordinate of a pixel's centre in 1/256ths of a pixel. */
function getCentre(pixel: Pixel, index: number): number {
  return pixel[index & 1]! * 256 + 128;
}

/** Returns a triangle that covers only the given pixel's centre. */
export function makeTinyTriangle([x, y]: Pixel): number[] {
  const [left, top] = [x * 256, y * 256];
  return [left, top, left + LEG, top, left, top + LEG];
}

/** Returns a triangle that covers the given pixel last in row-major order. */
function makeStretchedTriangle(pixel: Pixel, distance: number): number[] {
  const [x, y] = [getCentre(pixel, 0), getCentre(pixel, 1)];
  return [x - distance, y - distance, x + 64, y - distance, x + 64, y + 128];
}

/** Replaces the vertices of one primitive in a draw. */
export function withVertices(draw: Draw, primitive: number, values: readonly number[]): Draw {
  const vertices = [...draw.vertices];
  vertices.splice(primitive * VALUES_PER_PRIMITIVE, VALUES_PER_PRIMITIVE, ...values);
  return { ...draw, vertices };
}

/** Returns how far a primitive reaches from a pixel along either axis, in 1/256ths of a pixel. */
function getReach({ vertices }: Draw, primitive: number, pixel: Pixel): number {
  const first = primitive * VALUES_PER_PRIMITIVE;
  const values = vertices.slice(first, first + VALUES_PER_PRIMITIVE);
  return findMax(values.map((value, i) => Math.abs(value - getCentre(pixel, i))));
}

/** Divides the reach of the chosen primitives, but keeps at least `SMALL_REACH` so that they still cover a pixel. */
function shrinkPrimitives(
  draw: Draw,
  pixel: Pixel,
  factor: number,
  isChosen: (primitive: number) => boolean,
): Draw {
  const vertices = draw.vertices.map((value, i) => {
    const primitive = Math.floor(i / VALUES_PER_PRIMITIVE);
    if (!isChosen(primitive)) return value;
    const centre = getCentre(pixel, i);
    const maxFactor = getReach(draw, primitive, pixel) / SMALL_REACH;
    return centre + Math.trunc((value - centre) / Math.max(1, Math.min(factor, maxFactor)));
  });
  return { ...draw, vertices };
}

/** The primitives and the pixel involved in a violation. */
interface Focus {
  /**
   * The primitives in the violation's waves as `draw.primitive`, numbered within their draw. If the pixel is known,
   * only those that cover it.
   */
  readonly primitives: ReadonlySet<string>;
  /**
   * The violation's pixel if known; otherwise a pixel shared by its waves, or the first one they cover. Undefined if
   * they cover none.
   */
  readonly pixel: readonly [x: number, y: number] | undefined;
}

/**
 * Returns the primitives and the pixel of a case's first violation. If the violation names no wave, for example because
 * it concerns registers, considers all waves.
 */
export function findFocus({ scenario, result, waves }: FailingCase): Focus {
  const { violations } = result.verdict;
  const violation = violations.find(({ severity }) => severity === 'error') ?? violations[0];
  const chosenWaves = violation === undefined ? [] : chooseWaves(violation, waves.formed, scenario.draws);
  const pixels = waves.formed
    .filter(({ wave }) => chosenWaves.length === 0 || chosenWaves.includes(wave))
    .flatMap((wave) => {
      const samples = scenario.draws[wave.draw]?.samples ?? 1;
      return listCoveredPixels(wave, samples).map(({ x, y, primitive }) => ({ x, y, primitive, wave }));
    });
  const pixel = violation?.place.pixel ?? findSharedPixel(pixels);
  const atPixel = pixels.filter(({ x, y }) => pixel === undefined || (x === pixel[0] && y === pixel[1]));
  const firstPrimitives = findFirstPrimitives(scenario);
  return {
    primitives: new Set(
      atPixel.map(({ wave, primitive }) => `${wave.draw}.${primitive - firstPrimitives[wave.draw]!}`),
    ),
    pixel,
  };
}

/** Returns the index of each draw's first primitive. In waves, primitives are numbered across all draws. */
function findFirstPrimitives({ draws }: Scenario): number[] {
  let next = 0;
  return draws.map(({ depths }) => {
    const first = next;
    next += depths.length;
    return first;
  });
}

interface WavePixel {
  readonly x: number;
  readonly y: number;
  readonly wave: { readonly wave: number };
}

/** Returns the first pixel covered by two waves, or else the first covered pixel, if any. */
function findSharedPixel(pixels: readonly WavePixel[]): readonly [number, number] | undefined {
  const owners = new Map<string, number>();
  for (const { x, y, wave } of pixels) {
    const owner = owners.get(`${x},${y}`);
    if (owner !== undefined && owner !== wave.wave) return [x, y];
    owners.set(`${x},${y}`, wave.wave);
  }
  const first = pixels[0];
  return first === undefined ? undefined : [first.x, first.y];
}

/** Generates simpler variants of a failing scenario, largest cuts first. */
export type Pass = (failing: FailingCase) => Iterable<Scenario>;

/** A pass that reads only the scenario. */
type ScenarioPass = (failing: Pick<FailingCase, 'scenario'>) => Iterable<Scenario>;

/**
 * Wraps a pass so that its scenarios have no expected memory contents, which apply only to the original scenario. The
 * reference model checks memory instead.
 */
export function withoutExpectations(pass: Pass): Pass {
  return function* (failing) {
    for (const scenario of pass(failing)) yield withoutExpectedMemory(scenario);
  };
}

/** Removes the expected memory contents from a scenario. */
export function withoutExpectedMemory(scenario: Scenario): Scenario {
  return { ...scenario, memory: scenario.memory.map(({ expected: _, ...object }) => object) };
}

/** Divisors for the reach of primitives. */
const FACTORS = [64, 16, 4, 2];

/** How far a stretched primitive extends from its pixel, in 1/256ths of a pixel. */
const STRETCHES = [512, 2048];

/** Keeps only the violation's primitives, shrunk towards its pixel or at their original size. */
export const onlyWitnesses: Pass = function* (failing) {
  const { scenario } = failing;
  const { primitives, pixel } = findFocus(failing);
  if (pixel === undefined || primitives.size === 0) return;
  const witnesses = listPrimitives(scenario).filter(({ draw, primitive }) =>
    primitives.has(`${draw}.${primitive}`),
  );
  const witnessesOnly = keepOnly(scenario, witnesses);
  for (const factor of FACTORS) {
    const draws = witnessesOnly.draws.map((draw) => shrinkPrimitives(draw, pixel, factor, () => true));
    if (
      draws.some((draw, index) =>
        draw.vertices.some((value, i) => value !== witnessesOnly.draws[index]!.vertices[i]),
      )
    ) {
      yield { ...witnessesOnly, draws };
    }
  }
  if (witnesses.length < listPrimitives(scenario).length) yield witnessesOnly;
};

/** Removes draws, along with programs that are no longer used. */
export const fewerDraws: ScenarioPass = function* ({ scenario }) {
  for (const draws of generateSublists(scenario.draws))
    if (draws.length > 0) yield withoutUnusedPrograms({ ...scenario, draws });
};

/** Removes primitives, along with draws that become empty. */
const fewerPrimitives: ScenarioPass = function* ({ scenario }) {
  for (const kept of generateSublists(listPrimitives(scenario)))
    if (kept.length > 0) yield keepOnly(scenario, kept);
};

/** Removes at least a quarter of the primitives. */
export const largeCuts: ScenarioPass = function* ({ scenario }) {
  const all = listPrimitives(scenario);
  for (const kept of generateSublists(all)) {
    if (4 * kept.length > 3 * all.length) return;
    yield keepOnly(scenario, kept);
  }
};

/** Keeps only a run of neighbouring primitives: pairs first, then doubling the length each time, up to half of them. */
export function* generatePrimitiveRuns(scenario: Scenario): Generator<Scenario> {
  const all = listPrimitives(scenario);
  for (let size = 2; 2 * size <= all.length; size *= 2) {
    for (let from = 0; from < all.length; from += size)
      yield keepOnly(scenario, all.slice(from, from + size));
  }
}

/**
 * Keeps the violation's oldest and youngest primitives. Stretches the youngest upwards and to the left of the pixel.
 */
export const generateStretchedPairs: Pass = function* (failing) {
  const { scenario } = failing;
  const { primitives, pixel } = findFocus(failing);
  const all = listPrimitives(scenario);
  if (pixel === undefined || all.length <= 2) return;
  const [oldest, ...younger] = all.filter(({ draw, primitive }) => primitives.has(`${draw}.${primitive}`));
  const youngest = younger.at(-1);
  if (oldest === undefined || youngest === undefined) return;
  for (const distance of STRETCHES) {
    const draws = scenario.draws.map((draw, index) =>
      index === youngest.draw
        ? withVertices(draw, youngest.primitive, makeStretchedTriangle(pixel, distance))
        : draw,
    );
    yield keepOnly({ ...scenario, draws }, [oldest, youngest]);
  }
};

/** The maximum number of primitives to shrink individually. If there are more, most can simply be removed. */
const MAX_INDIVIDUAL = 12;

/** Pulls primitives towards the violation's pixel: all at once and, if there are few, also individually. */
export const smallerPrimitives: Pass = function* (failing) {
  const { scenario } = failing;
  const { pixel } = findFocus(failing);
  if (pixel === undefined) return;
  const widePrimitives = listPrimitives(scenario).filter(
    ({ draw, primitive }) => getReach(scenario.draws[draw]!, primitive, pixel) > SMALL_REACH,
  );
  const shrinkTowardsPixel = (chosen: readonly PrimitiveReference[], factor: number): Scenario => ({
    ...scenario,
    draws: scenario.draws.map((draw, index) =>
      shrinkPrimitives(draw, pixel, factor, (i) =>
        chosen.some((candidate) => candidate.draw === index && candidate.primitive === i),
      ),
    ),
  });
  if (widePrimitives.length === 0) return;
  for (const factor of FACTORS) yield shrinkTowardsPixel(widePrimitives, factor);
  if (widePrimitives.length > 1 && widePrimitives.length <= MAX_INDIVIDUAL)
    for (const candidate of widePrimitives) yield shrinkTowardsPixel([candidate], 2);
};

/** Removes all or part of the background work. */
export const lessBackground: ScenarioPass = function* ({ scenario }) {
  const { background, ...pixelWaves } = scenario;
  if (background === undefined) return;
  yield pixelWaves;
  for (const jobs of generateSublists(background.works))
    if (jobs.length > 0) yield { ...scenario, background: { ...background, works: jobs } };
};

/** Clears the initial contents of memory objects, one object per candidate. */
export const emptyMemory: ScenarioPass = function* ({ scenario }) {
  for (const [index, { initial }] of scenario.memory.entries()) {
    if (initial.length === 0) continue;
    const memory = scenario.memory.map((object, objectIndex) =>
      objectIndex === index ? { ...object, initial: [] } : object,
    );
    yield { ...scenario, memory };
  }
};

/** Identifies a primitive in a scenario. */
export interface PrimitiveReference {
  readonly draw: number;
  readonly primitive: number;
}

/** Returns all primitives, in submission order. */
export function listPrimitives({ draws }: Pick<Scenario, 'draws'>): PrimitiveReference[] {
  return draws.flatMap(({ depths }, draw) => depths.map((_, primitive) => ({ draw, primitive })));
}

/** Removes all primitives except `kept`, along with draws and programs that are no longer used. */
export function keepOnly(scenario: Scenario, kept: readonly PrimitiveReference[]): Scenario {
  const draws = scenario.draws.map((draw, index) =>
    keepPrimitives(
      draw,
      kept.filter((candidate) => candidate.draw === index).map(({ primitive }) => primitive),
    ),
  );
  return withoutUnusedPrograms({ ...scenario, draws: draws.filter(({ depths }) => depths.length > 0) });
}

function keepPrimitives(draw: Draw, kept: readonly number[]): Draw {
  const pick = <T>(values: readonly T[], size: number): T[] =>
    kept.flatMap((primitive) => values.slice(primitive * size, (primitive + 1) * size));
  return {
    ...draw,
    vertices: pick(draw.vertices, VALUES_PER_PRIMITIVE),
    depths: pick(draw.depths, 1),
    parameters: pick(draw.parameters, draw.attributes * PARAMETER_DWORDS),
  };
}

function withoutUnusedPrograms(scenario: Scenario): Scenario {
  const usedPrograms = [...new Set(scenario.draws.map(({ program }) => program))].sort((a, b) => a - b);
  if (usedPrograms.length === 0 || usedPrograms.length === scenario.programs.length) return scenario;
  return {
    ...scenario,
    programs: usedPrograms.map((program) => scenario.programs[program]!),
    draws: scenario.draws.map((draw) => ({ ...draw, program: usedPrograms.indexOf(draw.program) })),
  };
}

const PASSES: readonly ScenarioPass[] = [lessBackground, fewerDraws, fewerPrimitives];

/**
 * Generates scenarios with less background work, fewer draws or fewer primitives, largest cuts first. They omit the
 * expected memory contents, which apply only to the original.
 */
export function* generateSimplerScenarios(scenario: Scenario): Generator<Scenario> {
  for (const pass of PASSES) yield* pass({ scenario: withoutExpectedMemory(scenario) });
}
