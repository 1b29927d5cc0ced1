import { expect, it } from 'vitest';
import type { ClaimResult } from '../../../harness/records/claim-counts.js';
import { claimsText } from '../../../runs/text/claims-text.js';

const result = (judged: boolean, failed = false): ClaimResult => ({
  ...{ sequence: 'or_bits', claim: 'waves meet', percent: 40, tests: 30, shown: 0 },
  failed,
  judged,
});

it('only counts a claim as held if the tests could have refuted it', () => {
  expect(claimsText([result(true), result(true, true)])).toBe('1 of 2 sequence claims held');
  expect(claimsText([result(true), result(false), result(false)])).toBe(
    '1 of 1 sequence claim held; 2 not judged (too few tests)',
  );
  expect(claimsText([result(false), result(false)])).toBe('none of 2 sequence claims judged (too few tests)');
});
