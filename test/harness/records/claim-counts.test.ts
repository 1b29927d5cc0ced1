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
const OVERLAP: [string, string] = ['discard_before', 'overlap/answer/exact'];
const OVERLAP_CLAIM = 'waves overlap waves that have not exited yet';

/** Counts the claims of `tests` tests from a sequence. The first `hits` tests hit the bin. */
function makeCounts(tests: number, hits: number, [sequence, bin] = OVERLAP): ClaimCounts {
  const counts: ClaimCounts = {};
  const none = new Float64Array(listBinNames().length);
  const hit = none.with(findBinIndex(bin), 1);
  for (let test = 0; test < tests; test++) countClaims(counts, sequence, test < hits ? hit : none);
  return counts;
}

const findOverlap = (tests: number, hits: number) =>
  getClaimResults(makeCounts(tests, hits)).find(({ claim }) => claim === OVERLAP_CLAIM)!;

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
    const shown = { 'some fragments cover two or more pixels': 1 };
    const counts = makeCounts(1, 1, ['coarse_tests', 'fragments/area/8']);
    expect(counts).toEqual({ coarse_tests: { tests: 1, shown } });
  });

  it('do not fail after only a few tests, or if the fraction is only slightly lower than expected', () => {
    expect(getClaimResults(makeCounts(20, 0)).filter(({ failed }) => failed)).toEqual([]);
    expect(findOverlap(100, 30)).toMatchObject({ shown: 30, failed: false });
    expect(findOverlap(100, 15).failed).toBe(true);
  });

  it('are judged once there are enough tests to disprove them', () => {
    expect([27, 28].map((tests) => findOverlap(tests, tests).judged)).toEqual([false, true]);
    const few = getClaimResults(makeCounts(20, 20));
    expect(countClaimVerdicts(few)).toEqual({ held: 0, judged: 0, open: few.length });
    const many = getClaimResults(makeCounts(100, 100));
    expect(countClaimVerdicts(many)).toEqual({ held: 1, judged: 2, open: many.length - 2 });
    expect(many.filter(({ failed }) => failed)).toHaveLength(1);
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
