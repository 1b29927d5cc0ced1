import { expect, test } from 'vitest';
import { LitmusStream } from './support/litmus-stream.js';

test('fires if no run shows an entry while the other packer is stalled, and reports what is missing', () => {
  const [finding, ...others] = new LitmusStream('litmus_two_packers').formAll().setAllResults(1).findings;
  expect(finding).toMatchObject({ rule: 'WEAK-06' });
  expect(finding!.observed).toContain('independently of each other');
  expect(others).toEqual([]);
});

test('does not fire if one run shows such an entry', () => {
  const stream = new LitmusStream('litmus_two_packers').formAll().setAllResults(1);
  expect(stream.setResults(3, 0).findings).toEqual([]);
});
