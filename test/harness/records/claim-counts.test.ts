import { createEmptyCoverage, getBinRows } from '../../../coverage/index.js';
import { findBinIndex, listBinNames } from '../../../harness/records/bin-index.js';
import {
  addClaimCounts,
  type ClaimCounts,
  countClaims,
  countClaimVerdicts,
  getClaimResults,
} from '../../../harness/records/claim-counts.js';
import { SEQUENCES } from '../../../stimulus/index.js';

const LANES_LOST_CLAIM = 'waves lose all their lanes before exiting';
const OVERLAP_CLAIM = 'waves overlap waves that have not exited yet';
const OVERLAP_BIN = findBinIndex('overlap/answer/exact');

/** Counts the claims of `tests` tests from `discard_before`. The first `hits` tests hit the overlap bin. */
function makeCounts(tests: number, hits: number): ClaimCounts {
  const counts: ClaimCounts = {};
  const none = new Float64Array(listBinNames().length);
  const hit = none.with(OVERLAP_BIN, 1);
  for (let test = 0; test < tests; test++) countClaims(counts, 'discard_before', test < hits ? hit : none);
  return counts;
}

describe('sequence claims', () => {
  it('exist for every sequence and refer only to bins that count', () => {
    const countedBins = new Set(
      getBinRows(createEmptyCoverage())
        .filter(({ kind }) => kind === 'count')
        .map(({ group, item, bin }) => `${group}/${item}/${bin}`),
    );
    expect(SEQUENCES.filter(({ claims = [] }) => claims.length === 0)).toEqual([]);
    const bins = SEQUENCES.flatMap(({ claims = [] }) => claims.flatMap((claim) => claim.bins));
    expect(bins.filter((bin) => !countedBins.has(bin))).toEqual([]);
  });

  it('fail, and are listed first, if far fewer tests than expected confirm them', () => {
    const results = getClaimResults(makeCounts(100, 30));
    expect(results.filter(({ failed }) => failed).map(({ claim }) => claim)).toEqual([LANES_LOST_CLAIM]);
    expect(results[0]).toEqual({
      sequence: 'discard_before',
      claim: LANES_LOST_CLAIM,
      percent: 40,
      tests: 100,
      shown: 0,
      failed: true,
      judged: true,
    });
  });

  it('count a test that hits any of their bins if one is enough', () => {
    const shown = ['fragments/area/8', 'overlap/answer/exact'].map((bin) => {
      const counts: ClaimCounts = {};
      countClaims(counts, 'coarse_tests', new Float64Array(listBinNames().length).with(findBinIndex(bin), 1));
      return counts['coarse_tests']?.shown;
    });
    expect(shown).toEqual([{ 'some fragments cover two or more pixels': 1 }, {}]);
  });

  it('do not fail after only a few tests, or if the fraction is only slightly lower than expected', () => {
    expect(getClaimResults(makeCounts(20, 0)).filter(({ failed }) => failed)).toEqual([]);
    const slightlyBelow = getClaimResults(makeCounts(100, 30)).find(({ claim }) => claim === OVERLAP_CLAIM);
    expect(slightlyBelow).toMatchObject({ shown: 30, failed: false });
    expect(getClaimResults(makeCounts(100, 15)).find(({ claim }) => claim === OVERLAP_CLAIM)?.failed).toBe(
      true,
    );
  });

  it('are judged once there are enough tests to disprove them', () => {
    const isJudged = (tests: number) =>
      getClaimResults(makeCounts(tests, tests)).find(({ claim }) => claim === OVERLAP_CLAIM)!.judged;
    expect([isJudged(27), isJudged(28)]).toEqual([false, true]);
    const few = getClaimResults(makeCounts(20, 20));
    expect(countClaimVerdicts(few)).toEqual({ held: 0, judged: 0, open: few.length });
    const many = getClaimResults(makeCounts(100, 100));
    const failed = many.filter((result) => result.failed).length;
    const judged = many.filter((result) => result.judged).length;
    expect(countClaimVerdicts(many)).toEqual({ held: judged - failed, judged, open: many.length - judged });
    expect([failed, judged]).toEqual([1, 2]);
  });

  it('add up over batches, in any order', () => {
    const [first, second] = [makeCounts(3, 2), makeCounts(5, 1)];
    const [forwards, backwards]: ClaimCounts[] = [{}, {}];
    for (const counts of [first, second]) addClaimCounts(forwards!, counts);
    for (const counts of [second, first]) addClaimCounts(backwards!, counts);
    expect(forwards).toEqual({ discard_before: { tests: 8, shown: { [OVERLAP_CLAIM]: 3 } } });
    expect(backwards).toEqual(forwards);
  });
});
