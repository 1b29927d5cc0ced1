import { expect, test } from 'vitest';
import { LITMUS_NAMES, litmusRuns } from '../../../../transactions/index.js';
import { LitmusStream } from './support/litmus-stream.js';

test('the bound is the fewest runs in which a correct device shows the outcome with probability above 1 - 1e-9', () => {
  expect(litmusRuns('litmus_gl1_line')).toBe(59);
  expect(0.7 ** 59).toBeLessThan(1e-9);
  expect(0.7 ** 58).toBeGreaterThan(1e-9);
  for (const name of LITMUS_NAMES) expect(litmusRuns(name)).toBeGreaterThan(20);
});

test('fewer runs than the bound are not checked', () => {
  const createStream = () => new LitmusStream('litmus_late_store');
  expect(createStream().formAll().allResults(1).found).toHaveLength(1);
  const fewer = createStream().formAll(22).allResults(1).done();
  expect(fewer.violations.filter(({ rule }) => rule === 'WEAK-03')).toEqual([]);
  expect(fewer.armed['WEAK-03']).toBe(0);
});

test('nothing is checked if knobs differ from those that the bound assumes', () => {
  const slower = new LitmusStream('litmus_late_store', 'navi21', { scalarLatency: [900, 1000] });
  expect(slower.formAll().allResults(1).done().armed['WEAK-03']).toBe(0);
});

test('a foreign trace of a cell is reported as unchecked, with the reason', () => {
  const stream = new LitmusStream('litmus_late_store').formAll().allResults(1);
  const { unchecked, armed } = stream.done({ mayOmitKinds: true });
  expect(unchecked.find(({ rule }) => rule === 'WEAK-03')?.missing).toContain(
    'measured on our own model only',
  );
  expect(armed['WEAK-03']).toBe(0);
});
