import { describeRefutedExclusions } from '../../../closure/coverage/coverage-text.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import type { PlannedTest } from '../../../harness/selection/plan.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { runBatch } from '../../../harness/workers/batch.js';
import { readStoredTests } from '../../../runs/run/stored-scenarios.js';

/** This test hits a bin that used to be excluded: a wave that skips its sleep polls immediately. */
const KNOWN_HIT: PlannedTest = { sequence: 'bda_rmw', index: 186, seed: '0xc48c49374ceaf0a0' };
/** Only every fourth stored test runs, to save time. */
const STRIDE = 4;
const TIMEOUT_MS = 600_000;

it(
  'the stored smoke tests hit no excluded bins',
  () => {
    const stored = readStoredTests('smoke', []).filter((_, i) => i % STRIDE === 0);
    const tests = [KNOWN_HIT, ...stored];
    const batch = { first: 0, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'smoke' };
    expect(describeRefutedExclusions(runBatch(batch, openCorpus()).coverage!)).toEqual([]);
  },
  TIMEOUT_MS,
);
