import { bin, covergroup } from '../../../coverage/index.js';

/**
 * Creates a covergroup that crosses the quotient and remainder of a primitive's number by `size`. `bins` are the
 * cross's bin definitions.
 */
export function makeGrid(
  size: number,
  bins: Parameters<typeof covergroup>[0]['crosses'][number]['bins'] = [],
) {
  const numbers = Array.from({ length: size }, (_, n) => n);
  return covergroup({
    name: 'grid',
    version: 1,
    text: '',
    statements: [],
    points: {
      row: { text: '', bins: numbers.map((n) => bin(`r${n}`, [n])) },
      column: { text: '', bins: numbers.map((n) => bin(`c${n}`, [n])) },
    },
    crosses: [{ name: 'all', text: '', of: ['row', 'column'], bins }],
    monitor: ({ sampler }) => ({
      primitive({ primitive }) {
        sampler.values[sampler.point.row] = Math.floor(primitive / size);
        sampler.values[sampler.point.column] = primitive % size;
        sampler.sample();
      },
    }),
  });
}
