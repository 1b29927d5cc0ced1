import { openCorpus } from '../../harness/programs/corpus-files.js';
import { findSequence } from '../../harness/selection/selection.js';
import { findMatrixSequence, type GenerateRequest, type Sequence } from '../../stimulus/index.js';
import { formatSeed, type Scenario } from '../../transactions/index.js';

const corpus = openCorpus();

/** Generates a scenario of a sequence, given by name or itself, without knobs and faults unless `changes` has them. */
export function drawScenario(
  sequence: string | Sequence,
  seed: string | number,
  changes: Partial<GenerateRequest> = {},
): Scenario {
  const source =
    typeof sequence === 'string' ? (findMatrixSequence(sequence) ?? findSequence(sequence)) : sequence;
  return source.generate({
    seed: typeof seed === 'string' ? seed : formatSeed({ high: 0, low: seed }),
    corpus,
    knobs: {},
    faults: [],
    ...changes,
  });
}
