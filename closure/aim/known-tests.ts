import { type CoverageData, getBinRows } from '../../coverage/index.js';
import {
  hasNoOverrides,
  type PlannedTest,
  parseTestId,
  type WeightedSequence,
} from '../../harness/selection/index.js';
import { getFirstHitTest } from '../coverage/coverage-options.js';
import type { AimTarget } from './target.js';

/** Maximum number of known tests to try. */
const MAX_TESTS = 20;

/**
 * Returns the tests that were the first in past runs to hit the target or reach one of its goals, rarest bins first.
 * Includes only tests from the given sequences (in any suite) that have no fixed knobs, chips or faults.
 */
export function findKnownTests(
  { bin, goals }: AimTarget,
  sequences: readonly WeightedSequence[],
  data: CoverageData,
): PlannedTest[] {
  const names = new Set(sequences.map(({ sequence }) => sequence.name));
  const rows = getBinRows(data);
  const binsByRarity = goals
    .flatMap(({ bins }) => bins)
    .sort((a, b) => rows[a]!.passed.tests - rows[b]!.passed.tests);
  const tests = new Map<string, PlannedTest>();
  for (const binIndex of [bin, ...binsByRarity]) {
    const { first } = rows[binIndex]!.passed;
    const test = first && getFirstHitTest(first);
    if (first === undefined || test === undefined) continue;
    if (!names.has(test.sequence) || !hasNoOverrides(test.overrides)) continue;
    const { index } = parseTestId(first.name);
    tests.set(test.seed, { sequence: test.sequence, index, root: test.root, seed: test.seed });
  }
  return [...tests.values()].slice(0, MAX_TESTS);
}
