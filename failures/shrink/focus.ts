import { wavesOfWitness } from '../../harness/records/index.js';
import { coveredPixels, type Scenario } from '../../transactions/index.js';
import type { FailingCase } from './failure-probe.js';

/** Primitives and pixel of a violation. */
export interface Focus {
  /** `draw.primitive` of the primitives in its waves, numbered within their draw; only those that cover the pixel if one is known. */
  readonly primitives: ReadonlySet<string>;
  /** The pixel it names, or one shared by its waves, or else the first that they cover; undefined if they cover none. */
  readonly pixel: readonly [x: number, y: number] | undefined;
}

/** Primitives and pixel of a case's first violation; of all waves if it names none, for example about registers. */
export function focusOf({ scenario, result, waves }: FailingCase): Focus {
  const violation = result.verdict.violations[0];
  const cast = violation === undefined ? [] : wavesOfWitness(violation, waves.formed, scenario.draws);
  const covered = waves.formed
    .filter(({ wave }) => cast.length === 0 || cast.includes(wave))
    .flatMap((wave) => {
      const samples = scenario.draws[wave.draw]?.samples ?? 1;
      return coveredPixels(wave, samples).map(({ x, y, primitive }) => ({ x, y, primitive, wave }));
    });
  const pixel = violation?.place.pixel ?? sharedPixel(covered);
  const here = covered.filter(({ x, y }) => pixel === undefined || (x === pixel[0] && y === pixel[1]));
  const first = firstPrimitives(scenario);
  return {
    primitives: new Set(here.map(({ wave, primitive }) => `${wave.draw}.${primitive - first[wave.draw]!}`)),
    pixel,
  };
}

/** Each draw's first primitive as numbered in waves, which count through all draws. */
function firstPrimitives({ draws }: Scenario): number[] {
  let next = 0;
  return draws.map(({ depths }) => {
    const first = next;
    next += depths.length;
    return first;
  });
}

interface Covered {
  readonly x: number;
  readonly y: number;
  readonly wave: { readonly wave: number };
}

/** The first pixel covered by two waves, otherwise the first covered pixel, if any. */
function sharedPixel(covered: readonly Covered[]): readonly [number, number] | undefined {
  const owners = new Map<string, number>();
  for (const { x, y, wave } of covered) {
    const owner = owners.get(`${x},${y}`);
    if (owner !== undefined && owner !== wave.wave) return [x, y];
    owners.set(`${x},${y}`, wave.wave);
  }
  const first = covered[0];
  return first === undefined ? undefined : [first.x, first.y];
}
