import type { ClaimResult } from '../../../harness/records/claim-counts.js';
import { formatClaims } from '../../../runs/text/run-facts.js';

const makeResult = (judged: boolean, failed = false): ClaimResult => ({
  ...{ sequence: 'or_bits', claim: 'waves meet', percent: 40, tests: 30, shown: 0 },
  failed,
  judged,
});

it('only counts a claim as held if the tests could have refuted it', () => {
  expect(formatClaims([makeResult(true), makeResult(true, true)])).toBe(
    '1 of 2 on what sequences exercise held',
  );
  expect(formatClaims([makeResult(true), makeResult(false), makeResult(false)])).toBe(
    '1 of 1 on what sequences exercise held; 2 not judged (too few tests)',
  );
  expect(formatClaims([makeResult(false), makeResult(false)])).toBe(
    'none of 2 on what sequences exercise were judged (too few tests)',
  );
});
