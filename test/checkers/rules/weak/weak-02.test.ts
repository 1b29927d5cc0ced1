import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

/**
 * Returns a stream in which all runs read the new y and the old x. In one of them, the writer and reader ran on the
 * given compute units.
 */
function runOn(writer: number, reader: number): LitmusStream {
  const stream = new LitmusStream('litmus_sibling_l0').formAll().allResults(1, 0);
  return stream.servedBy(5, 0, writer).servedBy(5, 1, reader);
}

test('fires if no line goes stale in the L0 of the other compute unit of a WGP', () => {
  const [finding, ...others] = runOn(1, 2).found;
  expect(finding).toMatchObject({ rule: 'WEAK-02' });
  expect(finding!.observed).toContain('an L0 for each compute unit');
  expect(others).toEqual([]);
  expect(runOn(2, 2).found).toHaveLength(1);
});

test('does not fire if one line goes stale', () => {
  expect(runOn(2, 3).found).toEqual([]);
  expect(runOn(3, 2).found).toEqual([]);
});
