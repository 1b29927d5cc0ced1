import { type CoverageData, createCollector, createEmptyCoverage } from '../../../coverage/index.js';
import { deriveTestSeed, readSeed } from '../../../harness/basics/seeds.js';
import { runTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { SaturationWatch } from '../../../runs/run/run.js';

/** Returns the coverage of three tests in which many bins were hit by only one test. */
function createGrowingCoverage(): CoverageData {
  const collector = createCollector('run');
  ['intrawave_worked_case', 'plain_draws', 'intrawave_worked_case'].forEach((name, position) => {
    const seed = deriveTestSeed(readSeed('0x1'), name, position);
    const request = { sequence: findSequence(name), seed, overrides: NO_OVERRIDES, corpus: openCorpus() };
    runTest(request, { cover: { collector, id: `${name}.${position}`, position } });
  });
  return collector.snapshot();
}

it('a run stays saturated once a check (made every 500 tests) predicts too small a gain from another hour', () => {
  const watch = new SaturationWatch(0.1);
  expect(watch.isSaturated(499, 1000, createEmptyCoverage())).toBe(false);
  expect(watch.isSaturated(500, 1000, createGrowingCoverage())).toBe(false);
  expect(watch.isSaturated(510, 1000, createEmptyCoverage())).toBe(false);
  expect(watch.isSaturated(1001, 1000, createEmptyCoverage())).toBe(true);
  expect(watch.isSaturated(1500, 1000, createGrowingCoverage())).toBe(true);
});

it("the minimum gain is a percentage of all bins, and the gain per hour depends on the run's speed", () => {
  const coverage = createGrowingCoverage();
  expect(new SaturationWatch(100).isSaturated(500, 1000, coverage)).toBe(true);
  const year = 365 * 24 * 3_600_000;
  expect(new SaturationWatch(0.1).isSaturated(500, 500 * year, coverage)).toBe(true);
});
