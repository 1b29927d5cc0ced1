import type { ChipName, WaveSize } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';
import { readGpuScenes } from '../support/gpu-scenes.js';
import { describeComparisons, isInSample, listComparisons } from './support/gpu-memory.js';

/** The chips in the corpus. All other chips run the same programs. */
const CHIPS: readonly ChipName[] = [
  'raven',
  'renoir',
  'vega10',
  'vega20',
  'navi10',
  'navi21',
  'vangogh',
  'navi31',
  'navi48',
];

const comparisons = CHIPS.flatMap((chip) =>
  chipOf(chip).waveSizes.flatMap((wave: WaveSize) => listComparisons(chip, wave)),
);
const sample = comparisons.filter(isInSample);

/** The minimum number of programs to compare with each image. */
const MIN_PROGRAMS_PER_IMAGE = 3;

describeComparisons('for one scene in ten, selected by hashing the names', sample);

it('compares several programs with each GPU image', () => {
  const programs = new Map<string, number>();
  for (const { record, gpu } of comparisons)
    programs.set(`${record.shader} ${gpu.id}`, (programs.get(`${record.shader} ${gpu.id}`) ?? 0) + 1);
  const images = [...new Set(comparisons.map(({ record }) => record.shader))].flatMap((shader) =>
    readGpuScenes(shader)
      .filter(({ scene }) =>
        comparisons.some(({ record }) => record.shader === shader && hasSamples(record, scene.samples)),
      )
      .map(({ id }) => `${shader} ${id}`),
  );
  expect(images.length).toBeGreaterThan(150);
  expect(images.filter((image) => (programs.get(image) ?? 0) < MIN_PROGRAMS_PER_IMAGE)).toEqual([]);
});

it('selects about one scene in ten, with programs from every generation', () => {
  expect(sample.length).toBeGreaterThan(comparisons.length / 13);
  expect(sample.length).toBeLessThan(comparisons.length / 7);
  expect(new Set(sample.map(({ record }) => record.gfx)).size).toBe(5);
});

function hasSamples({ variants }: CorpusRecord, count: number): boolean {
  return variants.some(({ samples }) => samples === count);
}
