import { bin, covergroup } from '../../../coverage/index.js';

/**
 * Creates a covergroup that crosses the quotient and the remainder of each primitive index divided by `size`. `bins`
 * defines the bins of the cross.
 */
export function makeGrid(
  size: number,
  bins: Parameters<typeof covergroup>[0]['crosses'][number]['bins'] = [],
) {
  const coordinates = Array.from({ length: size }, (_, n) => n);
  return covergroup({
    name: 'grid',
    version: 1,
    text: '',
    statements: [],
    points: {
      row: { text: '', bins: coordinates.map((n) => bin(`r${n}`, [n])) },
      column: { text: '', bins: coordinates.map((n) => bin(`c${n}`, [n])) },
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
