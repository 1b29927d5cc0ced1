import fc from 'fast-check';
import { runTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { SEQUENCES } from '../../../stimulus/index.js';

const corpus = openCorpus();

/** One line per bank and slow fills, so nearly every wave waits at nearly every fetch. */
const SLOW_FETCHES = { instructionCacheLines: 1, fetchLatency: [1, 200], fillLatency: [500, 2000] } as const;

it('no rule fires when waves are waiting for their instructions', () => {
  const testInputs = fc.tuple(fc.constantFrom(...SEQUENCES), fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }));
  const overrides = { ...NO_OVERRIDES, knobs: SLOW_FETCHES };
  fc.assert(
    fc.property(testInputs, ([{ name }, seed]) => {
      const result = runTest({
        sequence: findSequence(name),
        seed: `0x${seed.toString(16)}`,
        overrides,
        corpus,
      });
      expect(result.finding).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});
