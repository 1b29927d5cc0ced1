import { expect, it } from 'vitest';
import { exampleChipOf, GENERATIONS } from '../../arch/index.js';
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

/** Waves of each generation that must raise no error. */
const WAVES = 1_000;

it.each(GENERATIONS.map((gfx) => exampleChipOf(gfx)))(`no error among ${WAVES} clean waves of %s`, (chip) => {
  const overrides = { ...NO_OVERRIDES, chips: [chip] };
  const plan = planTests(readSeed('0xc1ea'), selectSequences(findSuite('smoke'), undefined, overrides));
  for (let waves = 0; waves < WAVES; ) {
    const { sequence, seed } = plan.next().value;
    const { finding, run } = runTest({ sequence: findSequence(sequence), seed, overrides, corpus });
    expect(finding, `${sequence}@${seed}`).toBeUndefined();
    waves += run.waves;
  }
});
