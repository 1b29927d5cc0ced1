import { GENERATIONS } from '../arch/index.js';

/** Rules of formation and launch of waves (checking.md, LAUNCH); rows of `RULES`. */
export const LAUNCH_RULE_ROWS = [
  {
    id: 'LAUNCH-01',
    text: 'No slot, register, local memory or private memory is held by two waves at once, and every wave that ended has given its own back.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-029', 'P-067', 'P-115'],
  },
  {
    id: 'LAUNCH-02',
    text: 'A launch stays within what the chip has, and the wave gets what its draw asks for, in whole granules.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-029', 'P-035', 'P-036', 'P-064', 'P-065', 'P-067'],
  },
  {
    id: 'LAUNCH-03',
    text: 'One wave starts in a cycle, each of the two launch controllers loads one at a time at its rates, and nothing is issued before the load.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-068', 'P-069', 'P-070', 'P-071', 'P-072', 'P-073', 'P-074', 'P-075', 'P-076', 'P-025'],
  },
  {
    id: 'LAUNCH-04',
    text: 'A wave starts with the SGPRs and VGPRs that its program was compiled for, in their places, and with no packer set.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-011', 'S-012', 'S-017', 'S-027', 'S-031', 'P-050', 'P-052', 'P-054', 'S-019'],
  },
  {
    id: 'LAUNCH-05',
    text: 'A region of the screen belongs to one packer, and the waves of a packer take export space of it and exit on it.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-058', 'P-059', 'P-060', 'P-062', 'P-088'],
  },
  {
    id: 'LAUNCH-06',
    text: 'Each sample that a primitive covers, within scissors and sample mask, is shaded by exactly one invocation, and no other sample is.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-002', 'P-016', 'P-015'],
  },
  {
    id: 'LAUNCH-07',
    text: 'Waves of one packer start in the order of their formation.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-033', 'P-066'],
  },
  {
    id: 'LAUNCH-08',
    text: 'Geometry and compute waves leave in their memory, and in the global data share, what their programs give with the vertices, threads and groups of their work.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-023', 'P-051', 'P-053', 'P-068', 'P-131', 'P-140'],
  },
  {
    id: 'LAUNCH-09',
    text: 'A wave goes on behind a barrier only when every wave of its group has come to it or ended.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-023', 'P-067', 'P-093'],
  },
  {
    id: 'LAUNCH-10',
    text: 'No two unfinished waves of a packer have one id.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-033', 'S-035'],
  },
] as const;
