import { expect, it } from 'vitest';
import { exclusionText } from '../../../closure/coverage/exclusion-text.js';

it('the text of an excluded bin gives the number of tests of each kind that failed to hit it', () => {
  expect(exclusionText('waiters', 'state x delay', 'waking takes a cycle')).toBe(
    'Tried: no hit in 200 tests of a search that aimed at it.',
  );
  expect(exclusionText('overlap', 'answer', 'missed')).toMatch(
    /^Tried: no hit in [\d,]+ passing tests and \d+ tests of a search that aimed at it\.$/,
  );
});
