import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

test('fires if no run shows a store that reaches L2 late, and reports what is missing', () => {
  const [finding, ...others] = new LitmusStream('litmus_write_back')
    .formAll()
    .setAllResults(0, 1, 1, 1).findings;
  expect(finding).toMatchObject({ rule: 'WEAK-08' });
  expect(finding!.observed).toContain('complete in L0');
  expect(others).toEqual([]);
});

test('does not fire if one run shows such a store', () => {
  const stream = new LitmusStream('litmus_write_back').formAll().setAllResults(0, 1, 1, 1);
  expect(stream.setResults(3, 0, 0, 1, 0).findings).toEqual([]);
});
