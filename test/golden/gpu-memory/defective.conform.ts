import { describe, expect, it } from 'vitest';
import { openCorpus, runScenarioTest } from '../../../regression/index.js';
import { sceneScenario } from '../../../stimulus/index.js';
import { defaultFreedoms } from '../../../transactions/index.js';
import { readGpuScenes } from '../../support/gpu-scenes.js';

const corpus = openCorpus();

describe.each([32, 64] as const)(
  'the program that leaves its section with a store outstanding, in wave%i',
  (wave) => {
    const record = corpus
      .records('navi31', wave)
      .find(({ id }) => id === `dual_source/navi31/w${wave}/mono`)!;

    it.each(readGpuScenes('dual_source'))('is found by RACE-01 at the export with done: $id', ({ scene }) => {
      const run = { freedoms: defaultFreedoms(), schedule: { strategy: 'random', seed: '0x1' } as const };
      const { violations } = runScenarioTest(sceneScenario(record, scene, corpus, run)).verdict;
      const race = violations.find(({ rule }) => rule === 'RACE-01');
      expect(race?.severity).toBe('error');
      expect(race?.place.instruction).toContain('done');
    });
  },
);
