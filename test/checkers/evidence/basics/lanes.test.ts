import { hasLane } from '../../../../checkers/evidence/basics/words.js';

it('hasLane finds lanes in both words, including the highest lane of each', () => {
  const [low, high] = [0x80000001 | 0, 0x80000002 | 0];
  const lanes = Array.from({ length: 64 }, (_, lane) => lane).filter((lane) => hasLane(low, high, lane));
  expect(lanes).toEqual([0, 31, 33, 63]);
});
