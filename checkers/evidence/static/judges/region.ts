import type { PathJudgeFactory } from '../judge.js';

/**
 * Marks what a path runs while its section is open (`StaticReport.region`), that is, between the end of its
 * entry wait and its exit.
 */
export const judgeRegion: PathJudgeFactory = (_gfx, report) => ({
  appliesTo: ({ kind }) => kind !== 'nop' && kind !== 'waitcnt' && kind !== 'branch',
  after: ({ entered, exitCount }, { index }) => {
    if (entered && exitCount === 0) report.region.add(index);
  },
});
