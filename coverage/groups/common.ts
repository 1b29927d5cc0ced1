import {
  CHIPS,
  EXIT_BY_EXPORT,
  findMax,
  type Gfx,
  getOrderingGeneration,
  ORDERING_GENERATIONS,
  WITH_WAVE_IDS,
} from '../../arch/index.js';
import { ignoreBin, labelBins } from '../dsl/bins.js';
import type { ValuePoint } from '../dsl/definition.js';

/** Returns the names of the bins for the given generations, one per kind of ordering hardware. */
export function getGenerationBins(generations: readonly Gfx[]): readonly Gfx[] {
  return [...new Set(generations.map(getOrderingGeneration))];
}

/** The coverpoint for the chip's generation, which samples `TestFacts.generation`. */
export const generationPoint: ValuePoint = {
  text: 'Generation of the chip.',
  statements: ['S-001', 'S-003'],
  bins: labelBins(ORDERING_GENERATIONS),
};

/** The generation coverpoint for covergroups that only apply to waves with ids. */
export const idGenerationPoint: ValuePoint = {
  ...generationPoint,
  bins: [
    ...labelBins(getGenerationBins(WITH_WAVE_IDS)),
    ...getGenerationBins(EXIT_BY_EXPORT).map((gfx) =>
      ignoreBin(gfx, [ORDERING_GENERATIONS.indexOf(gfx)], 'On GFX11, shaders have no ids (S-054).'),
    ),
  ],
};

/** Returns the number of work-group processors in the largest engine of any chip. */
export function getMaxWgps(): number {
  return findMax(Object.values(CHIPS).map((chip) => chip.shaderArrays * chip.wgpsPerArray));
}

/** Returns the largest number of packers on any chip. */
export function getMaxPackers(): number {
  return findMax(ORDERING_GENERATIONS.map(getMaxPackersOn));
}

/** Returns the largest number of packers on any chip with a generation's ordering hardware. */
export function getMaxPackersOn(gfx: Gfx): number {
  return findMax(
    Object.values(CHIPS).map((chip) => (getOrderingGeneration(chip.gfx) === gfx ? chip.packers : 0)),
  );
}
