import { compileModel, findCheapestHoles, findCrossHoles, ignoreCross } from '../../../coverage/index.js';
import { estimateTestsToHalve } from '../../../coverage/score/saturation.js';
import { makeGrid } from '../support/grid.js';
import { cover } from '../support/tiny-model.js';

/** Creates a grid whose last combination is ignored because it is impossible. */
function makeGridWithIgnored(size: number) {
  const last = size - 1;
  return makeGrid(size, [ignoreCross('never', { row: [`r${last}`], column: [`c${last}`] }, 'impossible')]);
}

const model = compileModel([makeGridWithIgnored(3)]);

/** Returns the holes that remain after a test hits the given combinations, written as row and column digits. */
function findHolesAfter(combinations: readonly string[]) {
  const primitives = combinations.map((text) => Number(text[0]) * 3 + Number(text[1]));
  const data = cover('r', [{ index: 0, primitives, passed: true }], model);
  return findCrossHoles(data, model).map(({ fixed, bins }) => ({ fixed: Object.fromEntries(fixed), bins }));
}

describe('cross holes', () => {
  it('cover the entire cross, except for ignored combinations, when nothing was hit', () => {
    expect(findHolesAfter([])).toEqual([{ fixed: {}, bins: 8 }]);
  });

  it('are reported as rows and columns rather than single bins, largest first', () => {
    expect(findHolesAfter(['00', '10', '11'])).toEqual([
      { fixed: { row: 'r2' }, bins: 2 },
      { fixed: { column: 'c2' }, bins: 2 },
      { fixed: { row: 'r0', column: 'c1' }, bins: 1 },
    ]);
  });

  it('disappear once every counted combination has been hit', () => {
    expect(findHolesAfter(['00', '01', '02', '10', '11', '12', '20', '21'])).toEqual([]);
  });
});

it('the cheapest holes exclude those with an unhit coordinate, and have no cost without enough data', () => {
  // Of four tests, three hit r0, one r1, three c0 and one c1; none hits r2 or c2.
  const combinations = ['00', '00', '01', '10'];
  const tests = combinations.map((text, index) => ({
    index,
    primitives: [Number(text[0]) * 3 + Number(text[1])],
    passed: true,
  }));
  const cheapest = findCheapestHoles(cover('r', tests, model), tests.length, model);
  expect(cheapest.map(({ row, tests }) => [row.of, tests])).toEqual([[['r1', 'c1'], undefined]]);
});

describe('the cost of a hole', () => {
  const SIZE = 20;
  const largeModel = compileModel([makeGridWithIgnored(SIZE)]);
  /** Tests that each hit one combination. */
  const tests = Array.from({ length: 120 }, (_, index) => ({
    index,
    primitives: [(index % SIZE) * SIZE + ((index * 7) % SIZE)],
    passed: true,
  }));

  it('is the number of tests it takes to hit half of the similar holes', () => {
    const data = cover('r', [...tests, ...makeDistinctTests(60)], largeModel);
    const cheapest = findCheapestHoles(data, 180, largeModel).filter(({ like }) => like !== undefined);
    expect(cheapest.length).toBeGreaterThan(100);
    for (const { like, tests: cost } of cheapest) {
      expect(like!.once).toBeGreaterThanOrEqual(50);
      expect(cost ?? Number.POSITIVE_INFINITY).toBe(estimateTestsToHalve(like!));
    }
    const costs = cheapest.map(({ tests: cost = Number.POSITIVE_INFINITY }) => cost);
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
  });

  it('is unknown when fewer than fifty bins were hit exactly once', () => {
    const cheapest = findCheapestHoles(cover('r', tests, largeModel), 120, largeModel);
    expect(cheapest.length).toBeGreaterThan(100);
    expect(cheapest.filter(({ tests: cost, like }) => cost !== undefined || like !== undefined)).toEqual([]);
  });

  /** Creates tests that each hit a different combination. */
  function makeDistinctTests(count: number) {
    return Array.from({ length: count }, (_, i) => ({
      index: tests.length + i,
      primitives: [(i % SIZE) * SIZE + ((i * 7 + 1 + Math.floor(i / SIZE)) % SIZE)],
      passed: true,
    }));
  }
});
