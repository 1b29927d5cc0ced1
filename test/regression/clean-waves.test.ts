import { expect, it } from 'vitest';
import {
  findSequence,
  findSuite,
  NO_OVERRIDES,
  openCorpus,
  planTests,
  readSeed,
  runTest,
  selectSequences,
} from '../../regression/index.js';

const corpus = openCorpus();

/** Clean waves of each generation that must raise no error. */
const WAVES_MIN = 10_000;

it.each(['vega10', 'navi10', 'navi21', 'navi31'] as const)(
  'no error among ten thousand clean waves of %s',
  (chip) => {
    const overrides = { ...NO_OVERRIDES, chips: [chip] };
    const plan = planTests(readSeed('0xc1ea'), selectSequences(findSuite('smoke'), undefined, overrides));
    for (let waves = 0; waves < WAVES_MIN; ) {
      const { sequence, seed } = plan.next().value;
      const { finding, run } = runTest({ sequence: findSequence(sequence), seed, overrides, corpus });
      expect(finding, `${sequence}@${seed}`).toBeUndefined();
      waves += run.waves;
    }
  },
);
