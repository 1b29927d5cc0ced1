import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

test('fires if no run shows a stale load with GLC but without DLC, and reports what is missing', () => {
  const [finding, ...others] = new LitmusStream('litmus_gl1_line').formAll().setAllResults(1, 1).findings;
  expect(finding).toMatchObject({ rule: 'WEAK-01' });
  expect(finding!.observed).toContain('GL1 that keeps a line');
  expect(others).toEqual([]);
});

test('does not fire if any run shows a stale load', () => {
  const stream = new LitmusStream('litmus_gl1_line').formAll().setAllResults(1, 1);
  expect(stream.setResults(3, 1, 0).findings).toEqual([]);
});
