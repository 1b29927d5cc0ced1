import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildRemainingHolesTable,
  describeHoleSearch,
  listHoleSearchFailures,
} from '../../../closure/aim/close-holes.js';
import { findKnownTests, rankHolesByCost } from '../../../closure/aim/coverage-aim.js';
import { sortHolesByValue } from '../../../closure/aim/important-holes.js';
import { addClosingTests, readClosingTests, searchHoles } from '../../../closure/aim/search-holes.js';
import { buildTestplan, type TestplanRow } from '../../../closure/testplan/testplan.js';
import {
  COVERAGE_MODEL,
  type CoverageData,
  createCollector,
  createEmptyCoverage,
  getBinRows,
} from '../../../coverage/index.js';
import { deriveTestSeed, readSeed } from '../../../harness/basics/seeds.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { formatTestId } from '../../../harness/selection/plan.js';
import { findSequence } from '../../../harness/selection/selection.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../../harness/support/stored-run.js';
import { drawTest } from '../../support/drawn-test.js';

const folder = createTempFolder();
const SEED = readSeed('0x5eed');
const makeTest = (index: number) => ({ sequence: 'rmw_buffer', index, seed: '0x1' });
const listIds = (file: string): string[] => readClosingTests(file).map(formatTestId);

it('the hole-closing suite lists each test once, newest first, with its root seed', () => {
  const file = join(folder, 'closing.json');
  expect(listIds(file)).toEqual([]);
  addClosingTests(file, [makeTest(1), makeTest(2)], SEED);
  addClosingTests(file, [makeTest(3), makeTest(1)], readSeed('0x2'));
  addClosingTests(file, [makeTest(2)], SEED);
  expect(listIds(file)).toEqual(
    [2, 3, 1, 1].map((index, i) => `rmw_buffer.${index}@${i % 3 === 0 ? '0x5eed' : '0x2'}`),
  );
});

it('the hole-closing suite keeps at most two hundred tests', () => {
  const file = join(folder, 'many.json');
  const many = Array.from({ length: 201 }, (_, index) => makeTest(index));
  addClosingTests(file, many, SEED);
  expect(listIds(file)).toEqual(many.slice(0, 200).map(({ index }) => `rmw_buffer.${index}@0x5eed`));
});

it('the hole-closing suite is left untouched when no tests were found or the file is unreadable', () => {
  const [none, malformed] = [join(folder, 'none.json'), join(folder, 'malformed.json')];
  addClosingTests(none, [], SEED);
  expect(listIds(none)).toEqual([]);
  writeFileSync(malformed, '{"pinned": [');
  expect(() => addClosingTests(malformed, [makeTest(1)], SEED)).toThrow(/malformed\.json/);
  expect(readFileSync(malformed, 'utf8')).toBe('{"pinned": [');
});

const plan = buildTestplan([]);
const getCoverpoint = (bin: string): string => bin.split('/').slice(0, 2).join('/');
const makeRow = (fields: Partial<TestplanRow>): TestplanRow => ({ ...plan.statements[0]!, ...fields });

it('holes are ordered by value: unverified statements by stage, then verified ones, then the rest', () => {
  const data = createEmptyCoverage();
  const bins = [...rankHolesByCost(data, COVERAGE_MODEL).keys()];
  const points = [...new Set(bins.map(getCoverpoint))].slice(-4) as [string, string, string, string];
  const [inV3, verified, inV1, informative] = points;
  const statements = [
    makeRow({ status: 'unhit', stage: 'V3', coverpoints: [inV3] }),
    makeRow({ status: 'verified', stage: 'V1', coverpoints: [verified, inV1] }),
    makeRow({ status: 'unhit', stage: 'V1', coverpoints: [inV1] }),
    makeRow({ status: 'informative', stage: 'V1', coverpoints: [informative] }),
  ];
  const ordered = sortHolesByValue(bins, { ...plan, statements });
  expect([...new Set(ordered.map(getCoverpoint))].slice(0, 3)).toEqual([inV1, inV3, verified]);
  // Ties are broken by cost, as if there were no plan.
  const others = (all: readonly string[]): string[] =>
    all.filter((bin) => ![inV1, inV3, verified].includes(getCoverpoint(bin)));
  expect(others(ordered)).toEqual(others(bins));
});

const seed = deriveTestSeed(readSeed('0x5eed'), 'primitive_kinds', 0);
const scenario = drawTest('primitive_kinds', seed);

/** Returns the coverage of one test in a run with the given name. */
function collectCoverage(run: string): CoverageData {
  const collector = createCollector(run);
  runScenarioTest(scenario, { cover: { collector, id: 'primitive_kinds.0@0x5eed', position: 0 } });
  return collector.snapshot();
}

function findKnownSeeds(run: string, name = 'primitive_kinds'): readonly string[] {
  const data = collectCoverage(run);
  const bins = [...getBinRows(data).entries()]
    .filter(([, { passed }]) => passed.tests > 0)
    .map(([index]) => index);
  const target = { bin: 0, goals: [{ name: 'near', bins }] };
  return findKnownTests(target, [{ sequence: findSequence(name), weight: 1 }], data).map((test) => test.seed);
}

describe('past tests that seed a search', () => {
  it("come from the search's sequences, regardless of the suite", () => {
    for (const suite of ['smoke', 'nightly', 'soak'])
      expect([suite, findKnownSeeds(`${suite}@0x5eed * list`)]).toEqual([suite, [seed]]);
    expect(findKnownSeeds('smoke@0x5eed *', 'rmw_buffer')).toEqual([]);
  });

  it('do not include tests with fixed knobs, chips or faults', () => {
    for (const setting of ['navi21', 'F46', 'idWrap=15'])
      expect(findKnownSeeds(`nightly@0x5eed * ${setting}`)).toEqual([]);
  });
});

const stillOpen = [{ bin: 'a/b/c', tried: 24, reached: 1, missing: ['b = c', 'd = e'] }];
const HOLE_SEARCH = {
  tried: 40,
  closed: 12,
  tests: ['s.1@0x1', 's.2@0x1'],
  failed: [],
  resisting: stillOpen,
  untried: 1171,
  file: 'c.json',
};

it('the hole-search summary counts the closed, remaining and untried holes, and names the suite to start with next', () => {
  expect(describeHoleSearch(HOLE_SEARCH)).toBe(
    '40 tests tried: 2 of them closed 12 holes; 1 hole remains open, and 1,171 were not attempted; the next nightly run starts with c.json',
  );
  expect(describeHoleSearch({ ...HOLE_SEARCH, closed: 0, tests: [], untried: 0 })).toBe(
    '40 tests tried: 0 of them closed 0 holes; 1 hole remains open',
  );
});

it('the hole-search report lists failed tests, and the steps not reached by the test that came closest to each hole', () => {
  expect(listHoleSearchFailures({ ...HOLE_SEARCH, failed: ['pops-tb replay X'] })).toEqual([
    'a test failed during the hole search: pops-tb replay X',
  ]);
  expect(buildRemainingHolesTable(HOLE_SEARCH).rows).toEqual([['a/b/c', '24', '1 of 3', 'b = c; d = e']]);
});

it('a search for holes skips waived bins', () => {
  writeRun(folder, 'run', { day: 1, tests: 3, failures: {}, end: 'count', seconds: 1 });
  const [directory, file] = [join(folder, 'run'), join(folder, 'waived.json')];
  const emptyResult = { tried: 0, closed: 0, tests: [], failed: [], resisting: [], untried: 0, file };
  const request = { directory, file, budgetMs: 0, waived: ['*'] };
  expect(
    searchHoles(
      request,
      () => undefined,
      () => undefined,
    ),
  ).toEqual(emptyResult);
  expect(existsSync(file)).toBe(false);
});
