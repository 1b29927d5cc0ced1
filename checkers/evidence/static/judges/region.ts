import type { PathJudgeFactory } from '../judge.js';

/**
 * Records the instructions that paths execute while their section is open (`StaticReport.region`), that is,
 * between the end of the entry wait and the exit.
 */
export const findSectionInstructions: PathJudgeFactory = (_gfx, report) => ({
  appliesTo: ({ kind }) => kind !== 'nop' && kind !== 'waitcnt' && kind !== 'branch',
  after: ({ entered, exitCount }, { index }) => {
    if (entered && exitCount === 0) report.region.add(index);
  },
});
