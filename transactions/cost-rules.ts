import { EXIT_BY_EXPORT, GENERATIONS, WITH_WAVE_IDS } from '../arch/index.js';

/** Rules of what is legal and costly, with the measured cost (checking.md, PERF); rows of `RULES`. */
export const COST_RULE_ROWS = [
  {
    id: 'PERF-01',
    text: 'False overlaps are about as frequent as the scenario says.',
    severity: 'warning',
    generations: GENERATIONS,
    statements: ['S-013', 'S-088'],
  },
  {
    id: 'PERF-02',
    text: 'A sample interlock is tracked sample by sample.',
    severity: 'warning',
    generations: GENERATIONS,
    statements: ['S-117', 'S-120'],
  },
  {
    id: 'PERF-03',
    text: 'Draws drain on overlap only where their chip may miss overlaps.',
    severity: 'warning',
    generations: WITH_WAVE_IDS,
    statements: ['S-135'],
  },
  {
    id: 'PERF-04',
    text: 'A section is not much longer than its accesses.',
    severity: 'warning',
    generations: GENERATIONS,
    statements: ['S-091'],
  },
  {
    id: 'PERF-05',
    text: 'The exit goes ahead of the exports.',
    severity: 'warning',
    generations: WITH_WAVE_IDS,
    statements: ['S-091'],
  },
  {
    id: 'PERF-06',
    text: 'A wave that waits for the exiting id sleeps between its polls.',
    severity: 'warning',
    generations: WITH_WAVE_IDS,
    statements: ['S-046'],
  },
  {
    id: 'PERF-07',
    text: 'The order of exports is not forced.',
    severity: 'warning',
    generations: EXIT_BY_EXPORT,
    statements: ['S-088'],
  },
] as const;
