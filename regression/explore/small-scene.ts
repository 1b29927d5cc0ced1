import {
  defaultFreedoms,
  type Freedoms,
  KNOBS,
  type Scenario,
  UsageError,
} from '../../transactions/index.js';
import { expectingNothing, keepOnly } from '../shrink/structure-passes.js';
import { tiny, withVertices } from '../shrink/triangles.js';

/** Waves that one search has at most: its states grow by a factor of five to ten with each. */
export const WAVES_MAX = 8;

/** Pixel of the letter A; the next letters follow to its right, each in a quad of its own, in the same tile. */
const FIRST_PIXEL = [0, 0] as const;
const QUAD = 2;
/** Letters that fit in one tile. */
const LETTERS = 4;

/** One packer, a wave for each primitive, and ids that are not about to wrap; each other knob at its default. */
export const FREEDOMS_OF_SCENE: Freedoms = {
  ...defaultFreedoms(),
  packers: 1,
  primitivesPerWave: KNOBS.primitivesPerWave.min,
};

/**
 * The pixels that waves cover, from a text such as `ABA`: a letter for each wave, in their order. Waves with one letter share its pixel.
 *
 * @throws UsageError for a text that is none.
 */
export function readPixels(text: string | undefined, waves: number | undefined): string {
  const count = waves ?? text?.length ?? 3;
  const pixels = text ?? 'A'.repeat(count);
  const last = String.fromCharCode('A'.charCodeAt(0) + LETTERS - 1);
  if (!new RegExp(`^[A-${last}]+$`).test(pixels))
    throw new UsageError(
      `Invalid --pixels "${pixels}": expected letters from A to ${last}, one for each wave`,
    );
  if (pixels.length !== count)
    throw new UsageError(
      `Invalid --pixels "${pixels}": expected ${count} letters, one for each of ${count} waves`,
    );
  return pixels;
}

/**
 * A scene that a search can cover: the first draw of a scenario with one wave for each letter of `pixels`, on one packer, with the
 * knobs at their defaults and nothing beside the draw.
 */
export function smallScene(scenario: Scenario, pixels: string): Scenario {
  const { background: _, ...pixelWaves } = scenario;
  const [draw] = scenario.draws;
  const last = draw!.depths.length - 1;
  const cast = Array.from(pixels, (_, index) => ({ draw: 0, primitive: Math.min(index, last) }));
  const alone = expectingNothing(keepOnly(pixelWaves, cast));
  const [x, y] = FIRST_PIXEL;
  const placed = Array.from(pixels).reduce(
    (one, letter, primitive) =>
      withVertices(one, primitive, tiny([x + QUAD * (letter.charCodeAt(0) - 'A'.charCodeAt(0)), y])),
    alone.draws[0]!,
  );
  return {
    ...alone,
    draws: [placed],
    freedoms: FREEDOMS_OF_SCENE,
    schedule: { strategy: 'order', choices: [] },
    expects: [],
  };
}
