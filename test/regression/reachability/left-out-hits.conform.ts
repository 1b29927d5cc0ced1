import { expect, it } from 'vitest';
import { emptyCoverage, foldCoverage, mergeCoverage } from '../../../coverage/index.js';
import { NO_OVERRIDES, openCorpus, type PlannedTest, runBatch } from '../../../regression/index.js';
import { storedTests } from '../../../regression/run/stored-tests.js';
import { refutedTexts } from '../../../report/index.js';

/** Tests that hit bins which were once left out: a sleep that is skipped, and exits of waves without a section. */
const HITTING: readonly PlannedTest[] = [{ sequence: 'bda_rmw', index: 186, seed: '0xc48c49374ceaf0a0' }];

it('no bin that is left out of the score is hit by the stored tests of smoke', () => {
  const corpus = openCorpus();
  const tests = [...HITTING, ...storedTests('smoke', [])];
  const coverage = tests.reduce((sum, test, first) => {
    const batch = { first, tests: [test], overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'smoke' };
    return foldCoverage(mergeCoverage(sum, runBatch(batch, corpus).coverage!));
  }, emptyCoverage());
  expect(refutedTexts(coverage)).toEqual([]);
});
