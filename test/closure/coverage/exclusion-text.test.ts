import { expect, it } from 'vitest';
import { describeExclusion } from '../../../closure/coverage/coverage-text.js';

it('the text for an excluded bin gives the number of tests that failed to hit it, by kind', () => {
  expect(describeExclusion('waiters', 'state x delay', 'waking takes a cycle')).toBe(
    'Tried: no hits in 200 tests that targeted it.',
  );
  expect(describeExclusion('overlap', 'answer', 'missed')).toMatch(
    /^Tried: no hits in [\d,]+ passing tests and \d+ tests that targeted it\.$/,
  );
});
