import { CHIPS, type ChipName } from '../../../arch/index.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { createSceneScenario } from '../../../stimulus/index.js';
import { defaultKnobs } from '../../../transactions/index.js';
import { readGpuScenes } from '../../support/gpu-scenes.js';
import { excludeMissingBitWarnings } from '../../support/missing-bits.js';

/** Shaders and sample counts that neither the clean waves nor the comparisons with GPU memory cover. */
const CASES = [
  ['sample_id_rmw', 4],
  ['sample_mask_rate', 4],
  ['sample_mask_rate', 8],
] as const;

/** One chip per generation. */
const chips: readonly ChipName[] = ['vega10', 'navi10', 'navi21', 'navi31'];
const corpus = openCorpus();

describe.each(chips)('on %s, sample-rate shading', (chip) => {
  it.each(CASES)('with %s and %i samples violates no rules', (shader, samples) => {
    const record = corpus
      .records(chip, CHIPS[chip].waveSizes[0])
      .find(
        (candidate) =>
          candidate.shader === shader && candidate.variants.some((variant) => variant.samples === samples),
      )!;
    const { scene } = readGpuScenes(shader).find((candidate) => candidate.scene.samples === samples)!;
    const run = { freedoms: defaultKnobs(), schedule: { strategy: 'random', seed: '0x5' } as const };
    const { violations, unchecked } = runScenarioTest(
      createSceneScenario(record, scene, corpus, run),
    ).verdict;
    expect({ found: excludeMissingBitWarnings(violations), unchecked }).toEqual({ found: [], unchecked: [] });
  });
});
