import type { PathJudgeFactory } from '../judge.js';

/**
 * Marks what a path runs while its section is open (`StaticReport.region`), which is between the end of its
 * entry wait and its exit.
 */
export const judgeRegion: PathJudgeFactory = (_gfx, report) => ({
  concerns: ({ kind }) => kind !== 'nop' && kind !== 'waitcnt' && kind !== 'branch',
  after: ({ entered, exitCount }, { index }) => {
    if (entered && exitCount === 0) report.region.add(index);
  },
});
