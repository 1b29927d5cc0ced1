import { expect, it } from 'vitest';
import { generateTest } from '../../../harness/one-test/run-test.js';
import {
  describeDifference,
  shouldGenerateTwice,
  shouldRunAgain,
  shouldRunTwice,
} from '../../../harness/one-test/run-twice.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';

const count = (first: number, end: number): number =>
  Array.from({ length: end - first }, (_, i) => first + i).filter(
    (position) => shouldRunTwice(position) || shouldRunAgain(position),
  ).length;

it('runs one of the first ten tests twice, and at least one in fifty after that', () => {
  expect(count(0, 10)).toBe(1);
  for (let first = 10; first < 400; first++) expect(count(first, first + 50)).toBeGreaterThan(0);
  expect(Array.from({ length: 12 }, (_, i) => shouldGenerateTwice(i))).not.toContain(false);
});

it('names the first field in which two scenarios differ', () => {
  const generate = (seed: string) =>
    generateTest({
      sequence: findSequence('rmw_buffer'),
      seed,
      overrides: NO_OVERRIDES,
      corpus: openCorpus(),
    });
  const scenario = generate('0x1');
  expect(describeDifference(scenario, generate('0x1'))).toBeUndefined();
  const [first] = scenario.draws;
  const other = { ...scenario, draws: [{ ...first!, width: first!.width + 1 }, ...scenario.draws.slice(1)] };
  expect(describeDifference(scenario, other)).toBe(
    `draws[0].width is ${first!.width}, then ${first!.width + 1}`,
  );
});
