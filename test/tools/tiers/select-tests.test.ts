import { findLastRun, parseLandings } from '../../../tools/tiers/landings.js';
import { getCommitQuarter, getQuarter, selectTests } from '../../../tools/tiers/select-tests.js';
import { SourceGraph } from '../../../tools/tiers/source-graph.js';

/** Tests 0 to 39, each of which uses module `m` through a chain as long as its number. */
const NUMBERS = Array.from({ length: 40 }, (_, number) => number);
const TESTS = NUMBERS.map((number) => `test/${number}.conform.ts`);
const CHAIN = NUMBERS.map((number) => `room/${number}.ts`);
const graph = new SourceGraph([...TESTS, ...CHAIN], (path) => {
  const number = Number(/\d+/.exec(path)![0]);
  if (path.startsWith('test/')) return `import '../room/${number}.js';`;
  return number === 0 ? '' : `import './${number - 1}.js';`;
});
const request = {
  tests: TESTS,
  always: {},
  changed: ['room/0.ts'],
  seconds: Object.fromEntries(TESTS.map((test) => [test, 1])),
  budget: Infinity,
  quarter: 0,
};
const listFiles = (tests: readonly { file: string }[]): string[] => tests.map(({ file }) => file);

it('runs every test that a change can reach while the budget lasts, and a quarter of the others', () => {
  expect(listFiles(selectTests(graph, request).selected).sort()).toEqual(TESTS.toSorted());
  const others = selectTests(graph, { ...request, changed: ['docs/regression.md'] }).selected;
  expect(listFiles(others)).toEqual(TESTS.filter((test) => getQuarter(test) === 0));
});

it('runs each test in exactly one quarter', () => {
  const quarters = [0, 1, 2, 3].map((quarter) =>
    listFiles(selectTests(graph, { ...request, changed: [], quarter }).selected),
  );
  expect(quarters.flat().sort()).toEqual(TESTS.toSorted());
  expect(quarters.every((files) => files.length > 0)).toBe(true);
});

it('prefers the nearest tests when the budget ends, and says which it leaves', () => {
  const first = TESTS.filter((test) => getQuarter(test) === 0);
  const { selected, left } = selectTests(graph, { ...request, budget: 3 });
  const others = TESTS.filter((test) => !first.includes(test));
  expect(listFiles(selected)).toEqual([...first, ...others.slice(0, 3)]);
  expect(listFiles(left)).toEqual(others.slice(3));
  expect(left[0]!.reason).toMatch(/^uses room\/0\.ts \(\d+ steps\)$/);
  expect(selected.at(-3)!.reason).toMatch(/^uses room\/0\.ts/);
});

it('runs a changed test and those that always run, whatever the budget', () => {
  const always = { [TESTS[30]!]: 'a promise' };
  const changed = [TESTS[20]!];
  const files = listFiles(selectTests(graph, { ...request, always, changed, budget: 0 }).selected);
  expect(files).toEqual(expect.arrayContaining([TESTS[20], TESTS[30]]));
  expect(files.length).toBeLessThan(TESTS.length);
});

it('a commit runs the quarter that its hash names, and a failure is as old as the last landing that ran it', () => {
  const landings = parseLandings('0000000a all\n\n00000004\n00000005 all\n00000006\n00000003\n');
  expect(landings.map(({ hash }) => getCommitQuarter(hash))).toEqual([2, 0, 1, 2, 3]);
  const lastRuns = [0, 1, 2, 3].map((quarter) => {
    const file = TESTS.find((test) => getQuarter(test) === quarter)!;
    return findLastRun(landings, file)?.hash;
  });
  expect(lastRuns).toEqual(['00000005', '00000005', '00000006', '00000003']);
  expect(findLastRun([], TESTS[0]!)).toBeUndefined();
});
