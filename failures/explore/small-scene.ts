import { isDeepStrictEqual } from 'node:util';
import { formatKnobSettings } from '../../harness/basics/index.js';
import {
  defaultKnobs,
  KNOBS,
  type KnobName,
  type KnobValues,
  type Scenario,
  UsageError,
} from '../../transactions/index.js';
import {
  keepOnly,
  makeTinyTriangle,
  type Pixel,
  withoutExpectedMemory,
  withVertices,
} from '../shrink/structure-passes.js';

/**
 * The pixel letters within a tile, from left to right: the first packer's, then the second's. Each pixel has a quad to
 * itself.
 */
const LETTERS = ['ABCD', 'abcd'] as const;
const QUAD_SIZE = 2;
/** The number of vertex coordinate units per pixel. */
const SUBPIXELS = 256;

/** One packer, one wave per primitive, ids far from wrapping, and all other knobs at their defaults. */
const SCENE_FREEDOMS: KnobValues = {
  ...defaultKnobs(),
  packers: 1,
  primitivesPerWave: KNOBS.primitivesPerWave.min,
};

/**
 * Validates a string that gives the pixel of each wave, such as `ABA`: one letter per wave, in order. Waves with the
 * same letter share a pixel. Lower-case letters place pixels on a second packer.
 *
 * @throws UsageError if the string is invalid.
 */
export function readPixels(pixels = 'AAA'): string {
  if (!new RegExp(`^[${LETTERS.join('')}]+$`).test(pixels))
    throw new UsageError(
      `Invalid --pixels "${pixels}": expected letters from A to D, or a to d for a second packer, one for each wave`,
    );
  return pixels;
}

/** Returns the default knobs of a scene with the given pixels, with as many packers as the letters need. */
export function getSceneKnobs(pixels: string): KnobValues {
  const last = LETTERS.findLastIndex((letters) => [...letters].some((letter) => pixels.includes(letter)));
  return { ...SCENE_FREEDOMS, packers: last + 1 };
}

function findPixel(letter: string): Pixel {
  const packer = LETTERS.findIndex((letters) => letters.includes(letter));
  return [packer * SCENE_FREEDOMS.regionSize + QUAD_SIZE * LETTERS[packer]!.indexOf(letter), 0];
}

/** Returns the letters of a small scene, and the knobs that differ from the defaults for these letters. */
export function describeScene(scene: Scenario): {
  readonly pixels: string;
  readonly knobs: readonly string[];
} {
  const pixels = findLetters(scene);
  return { pixels, knobs: formatKnobSettings(findChangedKnobs(scene, pixels)) };
}

/** Returns the pixels and changed knobs of a scenario that is already a small scene, or undefined if it is not one. */
export function readSmallScene(
  scenario: Scenario,
): { readonly pixels: string; readonly knobs: Partial<KnobValues> } | undefined {
  const pixels = findLetters(scenario);
  const isSmall =
    pixels.length === scenario.draws[0]!.depths.length &&
    isDeepStrictEqual(makeSmallScene(scenario, pixels).draws, scenario.draws);
  return isSmall ? { pixels, knobs: findChangedKnobs(scenario, pixels) } : undefined;
}

/** Returns a letter for each primitive of the first draw, or fewer if any primitive covers no pixel with a letter. */
function findLetters({ draws }: Scenario): string {
  const { vertices, depths } = draws[0]!;
  const stride = vertices.length / depths.length;
  return Array.from(depths, (_, primitive) => findLetter(vertices[primitive * stride]!)).join('');
}

function findChangedKnobs({ freedoms }: Scenario, pixels: string): Partial<KnobValues> {
  const defaults = getSceneKnobs(pixels);
  const changedKnobs = (Object.keys(KNOBS) as readonly KnobName[]).filter(
    (knob) => String(freedoms[knob]) !== String(defaults[knob]),
  );
  return Object.fromEntries(changedKnobs.map((knob) => [knob, freedoms[knob]]));
}

/** Returns the letter of the pixel whose left edge is `left`, in vertex units, or undefined for a pixel without one. */
function findLetter(left: number): string | undefined {
  const x = left / SUBPIXELS;
  const packer = x < SCENE_FREEDOMS.regionSize ? 0 : 1;
  return LETTERS[packer]![(x - packer * SCENE_FREEDOMS.regionSize) / QUAD_SIZE];
}

/**
 * Reduces a scenario's first draw to a scene small enough to search, with one wave per letter of `pixels` on the
 * letter's packer. All other knobs are at their defaults, and everything else is omitted.
 *
 * @param allowsSameCycle whether events at the same unit may occur in the same cycle.
 */
export function makeSmallScene(scenario: Scenario, pixels: string, allowsSameCycle = false): Scenario {
  const { background: _, ...withoutBackground } = scenario;
  const [draw] = scenario.draws;
  const last = draw!.depths.length - 1;
  const kept = Array.from(pixels, (_, index) => ({ draw: 0, primitive: Math.min(index, last) }));
  const reduced = withoutExpectedMemory(keepOnly(withoutBackground, kept));
  const placedDraw = Array.from(pixels).reduce(
    (placed, letter, primitive) => withVertices(placed, primitive, makeTinyTriangle(findPixel(letter))),
    reduced.draws[0]!,
  );
  return {
    ...reduced,
    draws: [placedDraw],
    freedoms: getSceneKnobs(pixels),
    schedule: { strategy: 'order', choices: [], ...(allowsSameCycle ? { together: true } : {}) },
    expects: [],
  };
}
