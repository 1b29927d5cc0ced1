import { CHIPS, EXIT_BY_EXPORT, GENERATIONS, type Gfx, greatestOf, WITH_WAVE_IDS } from '../../arch/index.js';
import { ignoreBin, labelBins } from '../dsl/bins.js';
import type { ValuePoint } from '../dsl/definition.js';

/** The generation of the chip; samples `TestFacts.generation`. */
export const generationPoint: ValuePoint = {
  text: 'Generation of the chip.',
  statements: ['S-001', 'S-003'],
  bins: labelBins(GENERATIONS),
};

/** The generation, in covergroups of what only waves with ids have. */
export const idGenerationPoint: ValuePoint = {
  ...generationPoint,
  bins: [
    ...labelBins(WITH_WAVE_IDS),
    ...EXIT_BY_EXPORT.map((gfx) =>
      ignoreBin(gfx, [GENERATIONS.indexOf(gfx)], 'GFX11 gives no ids to shaders (S-054).'),
    ),
  ],
};

/** Largest number of packers of any chip. */
export function packersMax(): number {
  return greatestOf(GENERATIONS.map(packersOf));
}

/** Largest number of packers of the chips of a generation. */
export function packersOf(gfx: Gfx): number {
  return greatestOf(Object.values(CHIPS).map((chip) => (chip.gfx === gfx ? chip.packers : 0)));
}
