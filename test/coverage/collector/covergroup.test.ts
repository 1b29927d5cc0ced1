import { expect, it } from 'vitest';
import { bin, covergroup } from '../../../coverage/index.js';

const point = { text: 'A value.', bins: [bin('zero', [0])] };

it('names a cross after its coverpoints unless it has a name', () => {
  const { crosses } = covergroup({
    name: 'pairs',
    version: 1,
    text: 'Pairs of values.',
    statements: [],
    points: { a: point, b: point },
    crosses: [
      { text: 'Both.', of: ['a', 'b'] },
      { name: 'swapped', text: 'Both, swapped.', of: ['b', 'a'] },
    ],
    monitor: () => ({}),
  });
  expect(crosses.map(({ name }) => name)).toEqual(['a x b', 'swapped']);
});
