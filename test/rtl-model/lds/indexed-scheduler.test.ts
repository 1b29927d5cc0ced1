import { expect, it } from 'vitest';
import { IndexedScheduler } from '../../../rtl-model/lds/indexed-scheduler.js';

it('lets indexed accesses of a processor through one after another, each for its cycles', () => {
  const scheduler = new IndexedScheduler(2);
  expect(scheduler.serve(0, 10, 4)).toBe(14);
  expect(scheduler.serve(0, 10, 1)).toBe(15);
  expect(scheduler.serve(1, 10, 2)).toBe(12);
  expect(scheduler.serve(0, 20, 1)).toBe(21);
});
