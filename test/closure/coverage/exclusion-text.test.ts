import { expect, it } from 'vitest';
import { exclusionText } from '../../../closure/coverage/exclusion-text.js';

it('says of a excluded bin in which tests it was searched for, and nothing of tests that there were not', () => {
  expect(exclusionText('waiters', 'state x delay', 'waking takes a cycle')).toBe(
    'Tried: no hit in 200 tests of a search that aimed at it.',
  );
  expect(exclusionText('overlap', 'answer', 'missed')).toMatch(
    /^Tried: no hit in [\d,]+ passing tests and \d+ tests of a search that aimed at it\.$/,
  );
});
