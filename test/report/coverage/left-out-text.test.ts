import { expect, it } from 'vitest';
import { binRows, COVERAGE_MODEL, emptyCoverage } from '../../../coverage/index.js';
import { coverageText, leftOutText, refutedTexts } from '../../../report/index.js';
import { filledCoverage } from './support/filled.js';

it('names the first left-out bins that passing tests hit, with the test, and no other', () => {
  const ignored = binRows(emptyCoverage()).filter(({ kind }) => kind !== 'count');
  const refuted = refutedTexts(filledCoverage(() => 1));
  expect(refuted).toHaveLength(6);
  expect(refuted[5]).toBe(`${ignored.length - 5} more bins that are left out were hit`);
  const { group, item, bin } = ignored[0]!;
  expect(refuted[0]).toBe(
    `${group}/${item}/${bin} is left out, and was hit by 1 passing test, first by rmw_buffer.0: its reason is wrong`,
  );
  expect(coverageText(filledCoverage(() => 1))).toContain(refuted[0]);
  const { compiled } = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === group)!;
  const places = compiled.bins.flatMap(({ kind }, at) => (kind === 'count' ? [] : [at]));
  const counting = filledCoverage((at) => (places.includes(at) ? 0 : 1));
  expect(refutedTexts(counting).filter((text) => text.startsWith(`${group}/`))).toEqual([]);
});

it('says beside the reason of a left-out bin what its search came to', () => {
  expect(leftOutText('registers', 'GE_VRS_RATE.RATE_X', '3')).toMatch(
    /^Tried: no hit in 17,410 passing tests and the draws of [\d,]+ further scenarios\.$/,
  );
  expect(leftOutText('sections', 'placement x discard', 'E10 is a discard at the end')).toMatch(
    /^Proof: none of [\d,]+ legal descriptors has it\.$/,
  );
  expect(leftOutText('own', 'point', 'bin')).toBe('');
});
