import { CHIPS, GENERATIONS, type Gfx } from '../../arch/index.js';
import { ignoreBin, labelBins } from '../dsl/bins.js';
import type { ValuePoint } from '../dsl/definition.js';

/** Generations whose waves get ids (S-054). */
export const WITH_WAVE_IDS: readonly Gfx[] = ['gfx9', 'gfx10', 'gfx10.3'];

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
    ignoreBin('gfx11', [GENERATIONS.indexOf('gfx11')], 'GFX11 gives no ids to shaders (S-054).'),
  ],
};

/** Largest number of packers of any chip. */
export function packersMax(): number {
  return Math.max(...GENERATIONS.map(packersOf));
}

/** Largest number of packers of the chips of a generation. */
export function packersOf(gfx: Gfx): number {
  return Math.max(...Object.values(CHIPS).map((chip) => (chip.gfx === gfx ? chip.packers : 0)));
}
