import { countLitmusRuns, LITMUS_NAMES } from '../../../../transactions/index.js';
import { LitmusStream } from './support/litmus-stream.js';

test('the bound is the smallest number of runs for which a correct device shows the outcome with p > 1 - 1e-9', () => {
  expect(countLitmusRuns('litmus_gl1_line')).toBe(59);
  expect(0.7 ** 59).toBeLessThan(1e-9);
  expect(0.7 ** 58).toBeGreaterThan(1e-9);
  for (const name of LITMUS_NAMES) expect(countLitmusRuns(name)).toBeGreaterThan(20);
});

test('tests with fewer runs than the bound are not checked', () => {
  const createStream = () => new LitmusStream('litmus_late_store');
  expect(createStream().formAll().setAllResults(1).findings).toHaveLength(1);
  const tooFewRuns = createStream().formAll(22).setAllResults(1).finish();
  expect(tooFewRuns.violations.filter(({ rule }) => rule === 'WEAK-03')).toEqual([]);
  expect(tooFewRuns.armed['WEAK-03']).toBe(0);
});

test('nothing is checked if the knobs differ from the values assumed by the bound', () => {
  const slowerLoads = new LitmusStream('litmus_late_store', 'navi21', { scalarLatency: [900, 1000] });
  expect(slowerLoads.formAll().setAllResults(1).finish().armed['WEAK-03']).toBe(0);
});

test('a litmus trace from another device is reported as unchecked, with the reason', () => {
  const stream = new LitmusStream('litmus_late_store').formAll().setAllResults(1);
  const { unchecked, armed } = stream.finish({ mayOmitKinds: true });
  expect(unchecked.find(({ rule }) => rule === 'WEAK-03')?.missing).toContain(
    'only been measured on our own model',
  );
  expect(armed['WEAK-03']).toBe(0);
});
