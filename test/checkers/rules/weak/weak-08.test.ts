import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

test('fires where no run shows a store that is late in L2, and names what is missing', () => {
  const [finding, ...others] = new LitmusStream('litmus_write_back').formAll().allResults(0, 1, 1, 1).found;
  expect(finding).toMatchObject({ rule: 'WEAK-08' });
  expect(finding!.observed).toContain('complete in L0');
  expect(others).toEqual([]);
});

test('is silent where one run does', () => {
  const stream = new LitmusStream('litmus_write_back').formAll().allResults(0, 1, 1, 1);
  expect(stream.results(3, 0, 0, 1, 0).found).toEqual([]);
});
