import { EXIT_BY_EXPORT, GENERATIONS } from '../arch/index.js';

/** Rules of exports and of their space (checking.md, EXP); rows of `RULES`. */
export const EXPORT_RULE_ROWS = [
  {
    id: 'EXP-01',
    text: 'A wave exports, or hears that export is ready, only once it has export space.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-054', 'P-078', 'P-079', 'P-080'],
  },
  {
    id: 'EXP-02',
    text: 'Exports are granted by the priority of their types, oldest wave first within one, and as many in a cycle as there are buses for.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-082', 'P-083', 'P-084', 'P-085'],
  },
  {
    id: 'EXP-03',
    text: 'A buffer takes one export a cycle, the buses together no more than there are, and colours go to the buffer of their own packer.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-062', 'P-082', 'P-088', 'P-089', 'P-091', 'P-020'],
  },
  {
    id: 'EXP-04',
    text: 'Space of colour and position buffers is given back once, by the wave that has it, after its last export, and none is given out that is not there.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-077', 'P-090'],
  },
  {
    id: 'EXP-05',
    text: 'Every pixel and every geometry wave issues one export with done, and it is the last one.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-092', 'S-108'],
  },
  {
    id: 'EXP-06',
    text: 'Exported colours equal those of the sequential reference.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-002', 'S-108', 'P-081', 'P-086', 'P-092', 'P-002', 'P-020', 'P-087', 'P-115'],
  },
  {
    id: 'EXP-07',
    text: 'Exports go to targets that the generation has and the draw reserved; a null export carries nothing, and depth goes first.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-108', 'S-110'],
  },
  {
    id: 'EXP-08',
    text: 'No export comes after the message that gives the vector registers back, and none waits for the bus when they are.',
    severity: 'error',
    generations: EXIT_BY_EXPORT,
    statements: ['P-086', 'P-087'],
  },
  {
    id: 'EXP-09',
    text: 'Geometry waves export the positions and parameters that their programs give for their vertices.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-081', 'P-086', 'P-092'],
  },
] as const;
