import { GENERATIONS, getExampleChip } from '../../arch/index.js';
import { readSeed } from '../../harness/basics/seeds.js';
import { runTest } from '../../harness/one-test/run-test.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { planTests } from '../../harness/selection/plan.js';
import { findSequence, findSuite, NO_OVERRIDES, selectSequences } from '../../harness/selection/selection.js';

const corpus = openCorpus();

/** Minimum number of waves on each chip. */
const MIN_WAVES = 1_000;

/** One chip per generation, plus a second one from the newest, whose packers differ. */
const CHIPS = [...GENERATIONS.map((gfx) => getExampleChip(gfx)), 'navi44'] as const;

it.each(CHIPS)(`${MIN_WAVES} clean waves on %s produce no findings`, (chip) => {
  const overrides = { ...NO_OVERRIDES, chips: [chip] };
  const plan = planTests(readSeed('0xc1ea'), selectSequences(findSuite('smoke'), undefined, overrides));
  for (let waves = 0; waves < MIN_WAVES; ) {
    const { sequence, seed } = plan.next().value;
    const { finding, run } = runTest({ sequence: findSequence(sequence), seed, overrides, corpus });
    expect(finding, `${sequence}@${seed}`).toBeUndefined();
    waves += run.waves;
  }
});
