import { type CoverageData, getBinRows } from '../../coverage/index.js';
import {
  hasNoOverrides,
  type PlannedTest,
  parseTestId,
  type WeightedSequence,
} from '../../harness/selection/index.js';
import { getFirstHitTest } from '../coverage/first-hit.js';
import type { AimTarget } from './target.js';

/** Maximum number of known tests to try. */
const MAX_TESTS = 20;

/**
 * Returns the tests that were the first in past runs to hit the target or reach one of its goals, rarest bins first.
 * Only tests of the given sequences count, from any suite, without fixed knobs, chips or faults.
 */
export function findKnownTests(
  { bin, goals }: AimTarget,
  sequences: readonly WeightedSequence[],
  data: CoverageData,
): PlannedTest[] {
  const names = new Set(sequences.map(({ sequence }) => sequence.name));
  const rows = getBinRows(data);
  const byRarity = goals
    .flatMap(({ bins }) => bins)
    .sort((a, b) => rows[a]!.passed.tests - rows[b]!.passed.tests);
  const tests = new Map<string, PlannedTest>();
  for (const binIndex of [bin, ...byRarity]) {
    const { first } = rows[binIndex]!.passed;
    const hit = first && getFirstHitTest(first);
    if (first === undefined || hit === undefined) continue;
    if (!names.has(hit.sequence) || !hasNoOverrides(hit.overrides)) continue;
    const { index } = parseTestId(first.name);
    tests.set(hit.seed, { sequence: hit.sequence, index, root: hit.root, seed: hit.seed });
  }
  return [...tests.values()].slice(0, MAX_TESTS);
}
