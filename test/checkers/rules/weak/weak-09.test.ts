import { LitmusStream } from './support/litmus-stream.js';

test('fires if no section reads a stale line from L0, and reports what is missing', () => {
  const [finding, ...others] = new LitmusStream('litmus_section_line').formAll().setAllResults(1).findings;
  expect(finding).toMatchObject({ rule: 'WEAK-09' });
  expect(finding!.observed).toContain('keeps its lines while other waves exit');
  expect(others).toEqual([]);
});

test('does not fire if one section reads a stale line', () => {
  const stream = new LitmusStream('litmus_section_line').formAll().setAllResults(1);
  expect(stream.setResults(3, 0).findings).toEqual([]);
});
