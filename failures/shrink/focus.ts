import { chooseWaves } from '../../harness/records/index.js';
import { listCoveredPixels, type Scenario } from '../../transactions/index.js';
import type { FailingCase } from './failure-probe.js';

/** The primitives and the pixel involved in a violation. */
export interface Focus {
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
  const violation = result.verdict.violations[0];
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
