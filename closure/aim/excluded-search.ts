import { readSeed } from '../../harness/basics/index.js';
import { findSuite, formatTestId, NO_OVERRIDES, selectSequences } from '../../harness/selection/index.js';
import { aim, getExcludedTarget } from '../../harness/steering/index.js';
import { type Corpus, NIGHTLY_SUITE } from '../../stimulus/index.js';
import { formatSeed } from '../../transactions/index.js';

const SEED = readSeed('0x1ef7');

/**
 * Searches for a `nightly` test that hits an excluded bin, and returns the number of tests tried.
 *
 * @throws Error if a test hits the bin, which disproves the reason for its exclusion.
 */
export function searchExcluded(bin: string, tests: number, corpus: Corpus): number {
  const { found, tried } = aim({
    target: getExcludedTarget(bin),
    seed: SEED,
    sequences: selectSequences(findSuite(NIGHTLY_SUITE), undefined, NO_OVERRIDES),
    known: [],
    corpus,
    shouldStop: (testCount) => testCount >= tests,
  });
  if (found !== undefined)
    throw new Error(`${bin} is excluded, but ${formatTestId(found)} of seed ${formatSeed(SEED)} hits it`);
  return tried;
}
