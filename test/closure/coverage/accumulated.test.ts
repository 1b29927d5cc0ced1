import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { accumulateCoverage, buildNightsTable } from '../../../closure/coverage/accumulated.js';
import { findRunChanges } from '../../../closure/coverage/run-changes.js';
import { COVERAGE_MODEL } from '../../../coverage/index.js';
import { writeCoverage } from '../../../harness/run-directory/coverage-files.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { createReport } from '../../runs/page/support/page.js';
import { createFilledCoverage } from './support/filled.js';

const folder = createTempFolder();

/** Writes a night in which the bins chosen by `isHit` were hit, and returns its directory. */
function writeNight(name: string, isHit: (bin: number) => boolean): string {
  const directory = join(folder, name);
  mkdirSync(join(directory, 'coverage'), { recursive: true });
  writeCoverage(
    join(directory, 'coverage', 'coverage.msgpack'),
    name === 'same' ? fill('tonight', isHit) : fill(name, isHit),
  );
  return directory;
}

const fill = (run: string, isHit: (bin: number) => boolean) =>
  createFilledCoverage((bin) => (isHit(bin) ? 20 : 0), run);

it('adds up this run, the last seven and all, without runs that cannot be read or merged', () => {
  const earlier = Array.from({ length: 9 }, (_, night) =>
    writeNight(`n${night}`, (bin) => bin % 10 === night),
  );
  const tonight = fill('tonight', (bin) => bin % 10 === 9);
  const paths = [writeNight('same', (bin) => bin % 2 === 0), join(folder, 'none'), ...earlier];
  const nights = accumulateCoverage(tonight, paths, COVERAGE_MODEL)!;
  expect([nights.tonight.nights, nights.recent.nights, nights.all.nights]).toEqual([1, 7, 10]);
  const { total } = nights.all.summary;
  expect(nights.all.summary.hit).toBe(total);
  expect(nights.recent.summary.hit / total).toBeCloseTo(0.7, 1);
  expect(nights.tonight.summary.hit / total).toBeCloseTo(0.1, 1);
  expect(buildNightsTable(nights).rows.map(([name]) => name)).toEqual([
    'this run',
    'the last 7 runs',
    'all 10 runs of this model version',
  ]);
  expect(accumulateCoverage(tonight, [join(folder, 'none')], COVERAGE_MODEL)).toBe(undefined);
});

/** Returns a run's coverage in which `hits` of 500 tests hit every bin. */
function createRates(hits: number) {
  const report = createReport(`${hits}`, [], () => hits);
  const parts = report.coverage.parts.map(({ groups, ...part }) => ({
    ...part,
    tests: [0, 499],
    groups: groups.map((group) => ({
      ...group,
      passed: { ...group.passed, tests: group.passed.tests.fill(hits) },
    })),
  }));
  return { ...report, coverage: { ...report.coverage, parts } };
}

it('calls a bin lost only if earlier tests hit it more often than chance explains', () => {
  const none = createRates(0);
  const rare = findRunChanges(createRates(15), none);
  expect(rare.lost).toEqual([]);
  expect(rare.missed).toBeGreaterThan(3000);
  const frequent = findRunChanges(createRates(30), none);
  expect(frequent.lost).toHaveLength(rare.missed);
  expect(frequent.missed).toBe(0);
});
