import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { createSceneScenario } from '../../../stimulus/index.js';
import { defaultKnobs } from '../../../transactions/index.js';
import { readGpuScenes } from '../../support/gpu-scenes.js';

const corpus = openCorpus();

const CASES = (['navi31', 'navi48'] as const).flatMap((chip) =>
  ([32, 64] as const).map((wave) => [chip, wave] as const),
);

describe.each(CASES)(
  'the %s program that leaves its section with a store outstanding, in wave%i',
  (chip, wave) => {
    const record = corpus.records(chip, wave).find(({ id }) => id === `dual_source/${chip}/w${wave}/mono`)!;

    it.each(readGpuScenes('dual_source'))('fires RACE-01 at the done export: $id', ({ scene }) => {
      const run = { freedoms: defaultKnobs(), schedule: { strategy: 'random', seed: '0x1' } as const };
      const { violations } = runScenarioTest(createSceneScenario(record, scene, corpus, run)).verdict;
      const race = violations.find(({ rule }) => rule === 'RACE-01');
      expect(race?.severity).toBe('error');
      expect(race?.place.instruction).toContain('done');
    });
  },
);
