import {
  CHIPS,
  EXIT_BY_EXPORT,
  type Gfx,
  greatestOf,
  ORDERING_GENERATIONS,
  orderingGenerationOf,
  WITH_WAVE_IDS,
} from '../../arch/index.js';
import { ignoreBin, labelBins } from '../dsl/bins.js';
import type { ValuePoint } from '../dsl/definition.js';

/** The bins in which generations are counted: one per kind of ordering hardware. */
export function binsOf(generations: readonly Gfx[]): readonly Gfx[] {
  return [...new Set(generations.map(orderingGenerationOf))];
}

/** The coverpoint for the generation of the chip; samples `TestFacts.generation`. */
export const generationPoint: ValuePoint = {
  text: 'Generation of the chip.',
  statements: ['S-001', 'S-003'],
  bins: labelBins(ORDERING_GENERATIONS),
};

/** The coverpoint for the generation in covergroups that only concern waves with ids. */
export const idGenerationPoint: ValuePoint = {
  ...generationPoint,
  bins: [
    ...labelBins(binsOf(WITH_WAVE_IDS)),
    ...binsOf(EXIT_BY_EXPORT).map((gfx) =>
      ignoreBin(gfx, [ORDERING_GENERATIONS.indexOf(gfx)], 'On GFX11, shaders have no ids (S-054).'),
    ),
  ],
};

/** The maximum number of packers on any chip. */
export function packersMax(): number {
  return greatestOf(ORDERING_GENERATIONS.map(packersOf));
}

/** The maximum number of packers on the chips that have the ordering hardware of a generation. */
export function packersOf(gfx: Gfx): number {
  return greatestOf(
    Object.values(CHIPS).map((chip) => (orderingGenerationOf(chip.gfx) === gfx ? chip.packers : 0)),
  );
}
