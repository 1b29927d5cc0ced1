import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

test('fires if no run shows a stale scalar line, and reports what is missing', () => {
  const [finding, ...others] = new LitmusStream('litmus_scalar_line').formAll().setAllResults(1, 1).findings;
  expect(finding).toMatchObject({ rule: 'WEAK-04' });
  expect(finding!.observed).toContain('scalar cache that keeps lines');
  expect(others).toEqual([]);
});

test('does not fire if one run shows a stale line', () => {
  const stream = new LitmusStream('litmus_scalar_line').formAll().setAllResults(1, 1);
  expect(stream.setResults(3, 1, 0).findings).toEqual([]);
});
