import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

test('fires if no run shows a load that overtakes a store, and reports what is missing', () => {
  const [finding, ...others] = new LitmusStream('litmus_late_store').formAll().setAllResults(1).findings;
  expect(finding).toMatchObject({ rule: 'WEAK-03' });
  expect(finding!.observed).toContain("delay between a store's issue");
  expect(others).toEqual([]);
});

test('does not fire if one run shows such a load', () => {
  const stream = new LitmusStream('litmus_late_store').formAll().setAllResults(1);
  expect(stream.setResults(3, 0).findings).toEqual([]);
});
