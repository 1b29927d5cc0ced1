import { type ChipName, chipOf, type WaveSize } from '../../arch/index.js';
import { defaultFreedoms, type Scenario } from '../../transactions/index.js';
import { GOLDEN_MODE, goldenScenario } from '../golden/index.js';
import type { Area, Triangle } from '../scenes/geometry.js';
import { scheduleSeed } from '../schedule-seed.js';

/** On what a list scenario runs. */
export interface ListRun {
  readonly area: Area;
  readonly chip: ChipName;
  readonly wave: WaveSize;
  /** Seed of the timing. */
  readonly seed: string;
}

/** Draws of triangles with one sample a pixel, under a program that appends each fragment to a list of its pixel, in order. */
export function listScenario(
  draws: readonly (readonly Triangle[])[],
  { area, chip, wave, seed }: ListRun,
): Scenario {
  const scene = {
    ...area,
    samples: 1 as const,
    mode: GOLDEN_MODE.PIXEL_LIST,
    draws: draws.map((triangles) => Int32Array.from(triangles.flat())),
  };
  const packers = Math.min(defaultFreedoms().packers, chipOf(chip).packers);
  const freedoms = { ...defaultFreedoms(), packers };
  return {
    ...goldenScenario(scene, {
      chip,
      wave,
      freedoms,
      schedule: { strategy: 'random', seed: scheduleSeed(seed) },
    }),
    name: 'drawing',
  };
}
