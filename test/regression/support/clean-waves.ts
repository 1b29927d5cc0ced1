import { expect, it } from 'vitest';
import { exampleChipOf, GENERATIONS } from '../../../arch/index.js';
import {
  findSequence,
  findSuite,
  NO_OVERRIDES,
  openCorpus,
  planTests,
  readSeed,
  runTest,
  selectSequences,
} from '../../../regression/index.js';

const corpus = openCorpus();

/** One test a generation: this many clean waves of the smoke suite raise no error. */
export function describeCleanWaves(wavesMin: number): void {
  it.each(GENERATIONS.map((gfx) => exampleChipOf(gfx)))(
    `no error among ${wavesMin} clean waves of %s`,
    (chip) => {
      const overrides = { ...NO_OVERRIDES, chips: [chip] };
      const plan = planTests(readSeed('0xc1ea'), selectSequences(findSuite('smoke'), undefined, overrides));
      for (let waves = 0; waves < wavesMin; ) {
        const { sequence, seed } = plan.next().value;
        const { finding, run } = runTest({ sequence: findSequence(sequence), seed, overrides, corpus });
        expect(finding, `${sequence}@${seed}`).toBeUndefined();
        waves += run.waves;
      }
    },
  );
}
