import { describe, expect, it } from 'vitest';
import { binRows, emptyCoverage } from '../../../coverage/index.js';
import { binIndex, binNames } from '../../../harness/records/bin-index.js';
import {
  addClaimCounts,
  type ClaimCounts,
  claimResults,
  claimVerdicts,
  countClaims,
} from '../../../harness/records/claim-counts.js';
import { SEQUENCES } from '../../../stimulus/index.js';

const LEAVE = 'waves lose all their lanes before their exit';
const MEET = 'waves overlap others that have not exited';
const MET = binIndex('overlap/answer/exact');

/** The counts for `tests` tests of `discard_before`. The first `hitting` of them hit a bin. */
function makeCounts(tests: number, hitting: number): ClaimCounts {
  const counts: ClaimCounts = {};
  const none = new Float64Array(binNames().length);
  const met = none.with(MET, 1);
  for (let test = 0; test < tests; test++) countClaims(counts, 'discard_before', test < hitting ? met : none);
  return counts;
}

describe('claims of sequences', () => {
  it('exist for every sequence, and refer to counted bins', () => {
    const counting = new Set(
      binRows(emptyCoverage())
        .filter(({ kind }) => kind === 'count')
        .map(({ group, item, bin }) => `${group}/${item}/${bin}`),
    );
    expect(SEQUENCES.filter(({ claims = [] }) => claims.length === 0)).toEqual([]);
    const bins = SEQUENCES.flatMap(({ claims = [] }) => claims.flatMap((claim) => claim.bins));
    expect(bins.filter((bin) => !counting.has(bin))).toEqual([]);
  });

  it('fail, and are listed first, if they are confirmed by far fewer tests than promised', () => {
    const results = claimResults(makeCounts(100, 30));
    expect(results.filter(({ failed }) => failed).map(({ claim }) => claim)).toEqual([LEAVE]);
    expect(results[0]).toEqual({
      sequence: 'discard_before',
      claim: LEAVE,
      percent: 40,
      tests: 100,
      shown: 0,
      failed: true,
      judged: true,
    });
  });

  it('do not fail after only a few tests, or if the share is only slightly lower than promised', () => {
    expect(claimResults(makeCounts(20, 0)).filter(({ failed }) => failed)).toEqual([]);
    const slightlyBelow = claimResults(makeCounts(100, 30)).find(({ claim }) => claim === MEET);
    expect(slightlyBelow).toMatchObject({ shown: 30, failed: false });
    expect(claimResults(makeCounts(100, 15)).find(({ claim }) => claim === MEET)?.failed).toBe(true);
  });

  it('are checked once there are enough tests to disprove them', () => {
    const isJudged = (tests: number) =>
      claimResults(makeCounts(tests, tests)).find(({ claim }) => claim === MEET)!.judged;
    expect([isJudged(27), isJudged(28)]).toEqual([false, true]);
    const few = claimResults(makeCounts(20, 20));
    expect(claimVerdicts(few)).toEqual({ held: 0, judged: 0, open: few.length });
    const many = claimResults(makeCounts(100, 100));
    const failed = many.filter((result) => result.failed).length;
    const judged = many.filter((result) => result.judged).length;
    expect(claimVerdicts(many)).toEqual({ held: judged - failed, judged, open: many.length - judged });
    expect([failed, judged]).toEqual([1, 2]);
  });

  it('add up over batches, in any order', () => {
    const [first, second] = [makeCounts(3, 2), makeCounts(5, 1)];
    const [forwards, backwards]: ClaimCounts[] = [{}, {}];
    for (const counts of [first, second]) addClaimCounts(forwards!, counts);
    for (const counts of [second, first]) addClaimCounts(backwards!, counts);
    expect(forwards).toEqual({ discard_before: { tests: 8, shown: { [MEET]: 3 } } });
    expect(backwards).toEqual(forwards);
  });
});
