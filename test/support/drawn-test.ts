import { generateTest } from '../../harness/one-test/run-test.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES, type Overrides } from '../../harness/selection/selection.js';
import type { Sequence } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';

const corpus = openCorpus();

/** Generates the scenario that a run would draw from a sequence, given by name or itself, with `seed` as the test seed. */
export function drawTest(
  sequence: string | Sequence,
  seed: string,
  overrides: Partial<Overrides> = {},
): Scenario {
  return generateTest({
    sequence: typeof sequence === 'string' ? findSequence(sequence) : sequence,
    seed,
    overrides: { ...NO_OVERRIDES, ...overrides },
    corpus,
  });
}
