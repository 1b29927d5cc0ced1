import {
  CHIPS,
  EXIT_BY_EXPORT,
  findMax,
  type Gfx,
  getOrderingGeneration,
  ORDERING_GENERATIONS,
  WITH_WAVE_IDS,
} from '../../arch/index.js';
import { ignoreBin, ignoreCross, labelBins } from '../dsl/bins.js';
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

/** Excludes sample interlocks at 16 samples from a cross. */
export const excludeLargeSampleInterlocks = (name: string) =>
  ignoreCross(
    name,
    { interlock: ['sample-ordered', 'sample-unordered'], samples: ['16x'] },
    'Draws use sample interlocks only at sample counts that depth surfaces support (S-128).',
  );

/** Names all sets of the given things, `empty` being the name of the empty set. A set's index has one bit per thing. */
export function nameSets(names: readonly string[], empty: string): readonly string[] {
  return Array.from({ length: 1 << names.length }, (_, set) =>
    set === 0 ? empty : names.filter((_name, bit) => (set >> bit) & 1).join(', '),
  );
}
/** Returns the index of the set of those things whose element is true. */
export function getSetIndex(isIncluded: readonly boolean[]): number {
  return isIncluded.reduce((set, isOn, bit) => set | (isOn ? 1 << bit : 0), 0);
}
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
