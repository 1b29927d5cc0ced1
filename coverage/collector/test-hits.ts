import type { GroupCounts } from '../data/counts.js';
import type { CoverageModel } from '../model.js';

/**
 * Adds a test's hits to the counts for its outcome. Returns whether the test is now the first test of any bin. A bin's
 * first test is the one with the smallest index, regardless of execution order.
 */
export function addTestHits(
  groups: readonly GroupCounts[],
  model: CoverageModel,
  hits: Uint32Array,
  testIndex: number,
  passed: boolean,
): boolean {
  let isFirstTest = false;
  for (let g = 0; g < groups.length; g++) {
    const outcome = passed ? groups[g]!.passed : groups[g]!.failed;
    const { offset } = model.groups[g]!;
    for (let bin = 0; bin < outcome.hits.length; bin++) {
      const count = hits[offset + bin]!;
      if (count === 0) continue;
      outcome.hits[bin]! += count;
      outcome.tests[bin]!++;
      const first = outcome.first[bin]!;
      if (first >= 0 && first <= testIndex) continue;
      outcome.first[bin] = testIndex;
      isFirstTest = true;
    }
  }
  return isFirstTest;
}
