import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

test('fires if no run shows a younger load that returns first, and reports what is missing', () => {
  const [finding, ...others] = new LitmusStream('litmus_scalar_order')
    .formAll()
    .setAllResults(2, 2, 3, 4).findings;
  expect(finding).toMatchObject({ rule: 'WEAK-07' });
  expect(finding!.observed).toContain('overtake each other');
  expect(others).toEqual([]);
});

test('does not fire if one run shows such a load', () => {
  const stream = new LitmusStream('litmus_scalar_order').formAll().setAllResults(2, 2, 3, 4);
  expect(stream.setResults(3, 2, 2, 3, 1).findings).toEqual([]);
});
