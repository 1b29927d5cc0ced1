import { LitmusStream } from './support/litmus-stream.js';

/** Each rule with the results that every run shows, the part that is then missing, and the results of the one run. */
const CASES = [
  [
    'WEAK-01',
    'litmus_gl1_line',
    'a stale load with GLC but without DLC',
    [1, 1],
    'GL1 that keeps a line',
    [1, 0],
  ],
  [
    'WEAK-03',
    'litmus_late_store',
    'a load that overtakes a store',
    [1],
    "delay between a store's issue",
    [0],
  ],
  ['WEAK-04', 'litmus_scalar_line', 'a stale scalar line', [1, 1], 'scalar cache that keeps lines', [1, 0]],
  [
    'WEAK-06',
    'litmus_two_packers',
    'an entry past a stalled packer',
    [1],
    'independently of each other',
    [0],
  ],
  [
    'WEAK-07',
    'litmus_scalar_order',
    'a younger load first',
    [2, 2, 3, 4],
    'overtake each other',
    [2, 2, 3, 1],
  ],
] as const;

test.each(CASES)('%s fires if no run of %s shows %s', (rule, cell, _, usual, part, seen) => {
  const createStream = () => new LitmusStream(cell).formAll().setAllResults(...usual);
  const [finding, ...others] = createStream().findings;
  expect(finding).toMatchObject({ rule, observed: expect.stringContaining(part) });
  expect(others).toEqual([]);
  expect(createStream().setResults(3, ...seen).findings).toEqual([]);
});
