import { expect, it } from 'vitest';
import { promiseOf } from '../../../bench/hole-costs/promise.js';
import { emptyCoverage } from '../../../coverage/index.js';

it('promises nothing where nothing is known', () => {
  expect(promiseOf(emptyCoverage(), emptyCoverage())).toEqual({ holes: 0, promised: 0, came: 0 });
});
