import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

/**
 * A stream in which all runs read the new y and the old x, and in one of which the writer and reader ran on
 * these compute units.
 */
function ranOn(writer: number, reader: number): LitmusStream {
  const stream = new LitmusStream('litmus_sibling_l0').formAll().allResults(1, 0);
  return stream.servedBy(5, 0, writer).servedBy(5, 1, reader);
}

test("fires if no line goes stale in the L0 of a WGP's other compute unit", () => {
  const [finding, ...others] = ranOn(1, 2).found;
  expect(finding).toMatchObject({ rule: 'WEAK-02' });
  expect(finding!.observed).toContain('an L0 for each compute unit');
  expect(others).toEqual([]);
  expect(ranOn(2, 2).found).toHaveLength(1);
});

test('is silent if one line goes stale', () => {
  expect(ranOn(2, 3).found).toEqual([]);
  expect(ranOn(3, 2).found).toEqual([]);
});
