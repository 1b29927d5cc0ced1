import { decode, encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import {
  addIndex,
  compareIntervals,
  countBelow,
  countIndices,
  formatIntervals,
  hasIndex,
  type Intervals,
  uniteIntervals,
} from '../../../coverage/data/intervals.js';
import { packColumn, unpackColumn } from '../../../coverage/data/pack.js';
import {
  CoverageConflict,
  type CoverageData,
  createEmptyCoverage,
  foldCoverage,
  getBinRows,
  mergeCoverage,
  packCoverage,
  summariseCoverage,
  unpackCoverage,
} from '../../../coverage/index.js';
import { cover, type TinyTest, tinyModel } from '../support/tiny-model.js';

const indices = fc.uniqueArray(fc.nat(30), { maxLength: 12 });
const makeSet = (numbers: readonly number[]) => numbers.reduce<Intervals>(addIndex, []);

describe('sets of test indices', () => {
  it('have a canonical form, regardless of the order in which indices are added', () => {
    fc.assert(
      fc.property(indices, (numbers) => {
        const set = makeSet(numbers);
        expect(set).toEqual(makeSet([...numbers].sort((a, b) => b - a)));
        expect(countIndices(set)).toBe(numbers.length);
        for (let i = 0; i <= 31; i++) {
          expect(hasIndex(set, i)).toBe(numbers.includes(i));
          expect(countBelow(set, i)).toBe(numbers.filter((number) => number < i).length);
        }
      }),
    );
  });

  it('behave like plain sets when combined and compared', () => {
    fc.assert(
      fc.property(indices, indices, (a, b) => {
        expect(uniteIntervals(makeSet(a), makeSet(b))).toEqual(makeSet([...new Set([...a, ...b])]));
        const common = a.filter((index) => b.includes(index)).length;
        const isSubset = common === a.length;
        const isSuperset = common === b.length;
        const expected =
          isSubset && isSuperset ? 'equal' : isSubset ? 'inside' : isSuperset ? 'contains' : undefined;
        expect(compareIntervals(makeSet(a), makeSet(b))).toBe(
          expected ?? (common === 0 ? 'disjoint' : 'partial'),
        );
      }),
    );
  });

  it('are formatted as ranges', () => {
    expect(formatIntervals(makeSet([1, 2, 3, 7]))).toBe('1..3, 7');
  });
});

const data = mergeCoverage(
  cover('a', [{ index: 3, primitives: [0, 1, 1, 3], passed: true }]),
  cover('b', [{ index: 0, primitives: [2], passed: false }]),
);

describe('packed coverage', () => {
  it('round-trips through MessagePack', () => {
    expect(unpackCoverage(decode(encode(packCoverage(data))))).toEqual(data);
  });

  it('preserves every number in a column, from -1 up to the largest', () => {
    const value = fc.oneof(fc.integer({ min: -1, max: 300 }), fc.integer({ min: -1, max: 2 ** 53 - 2 }));
    fc.assert(
      fc.property(fc.array(value), (column) => {
        expect(unpackColumn(packColumn(column))).toEqual(column);
      }),
    );
  });

  it('uses one byte for a bin with no hits', () => {
    expect(packColumn(new Float64Array(1000)).length).toBe(1000);
  });

  it('is rejected with the location of the error when malformed', () => {
    expect(() => unpackCoverage({ ...packCoverage(data), format: 9 })).toThrow('format');
    expect(() => unpackColumn(Uint8Array.of(200))).toThrow('Truncated');
    const packed = packCoverage(data);
    const group = packed.parts[0]!.groups[0]!;
    const badGroup = { ...group, passed: { ...group.passed, tests: group.passed.tests.slice(1) } };
    expect(() => unpackCoverage({ ...packed, parts: [{ ...packed.parts[0]!, groups: [badGroup] }] })).toThrow(
      "columns of covergroup 'tiny' differ in length",
    );
  });
});

const test = (index: number, ...primitives: number[]): TinyTest => ({ index, primitives, passed: true });

/** Two runs of eight tests each: the primitives that each test draws, and whether it passes. */
const runs = fc.record({
  a: fc.array(fc.tuple(fc.array(fc.nat(3), { maxLength: 5 }), fc.boolean()), { minLength: 8, maxLength: 8 }),
  b: fc.array(fc.tuple(fc.array(fc.nat(3), { maxLength: 5 }), fc.boolean()), { minLength: 8, maxLength: 8 }),
});

type Runs = typeof runs extends fc.Arbitrary<infer T> ? T : never;

/** Nested or disjoint ranges of tests, like those of shards, batches and resumed runs. */
const range = fc.constantFrom<[number, number]>(
  [0, 8],
  [0, 4],
  [4, 8],
  [0, 2],
  [2, 4],
  [4, 5],
  [5, 8],
  [3, 4],
);
const pick = fc.record({ run: fc.constantFrom('a' as const, 'b' as const), range });
const selection = fc.array(pick, { maxLength: 4 });

function coverPart(
  all: Runs,
  { run, range: [from, to] }: { run: 'a' | 'b'; range: [number, number] },
): CoverageData {
  const tests = all[run].map(([primitives, passed], index) => ({ index, primitives, passed }));
  return cover(run, tests.slice(from, to));
}

const mergeAll = (parts: readonly CoverageData[]) => parts.reduce(mergeCoverage, createEmptyCoverage());

describe('merging coverage', () => {
  it('is associative, commutative and idempotent, with empty coverage as the identity', () => {
    fc.assert(
      fc.property(runs, selection, selection, selection, (all, pickA, pickB, pickC) => {
        const [a, b, c] = [pickA, pickB, pickC].map((picks) =>
          mergeAll(picks.map((picked) => coverPart(all, picked))),
        );
        expect(mergeCoverage(a!, mergeCoverage(b!, c!))).toEqual(mergeCoverage(mergeCoverage(a!, b!), c!));
        expect(mergeCoverage(a!, b!)).toEqual(mergeCoverage(b!, a!));
        expect(mergeCoverage(a!, a!)).toEqual(a);
        expect(mergeCoverage(a!, createEmptyCoverage())).toEqual(a);
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same counts however a run is split, folded and merged', () => {
    const cut = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(runs, cut, fc.infiniteStream(fc.nat(100)), (all, cuts, order) => {
        const starts = [0, ...cuts.flatMap((isCut, i) => (isCut ? [i + 1] : [])), 8];
        const parts = starts.slice(1).map((to, i) => coverPart(all, { run: 'a', range: [starts[i]!, to] }));
        const shuffled = parts
          .map((part) => ({ part, key: order.next().value as number }))
          .sort((x, y) => x.key - y.key)
          .map(({ part }) => part);
        const folded = shuffled.reduce(
          (sum, part) => foldCoverage(mergeCoverage(sum, part)),
          createEmptyCoverage(),
        );
        expect(folded).toEqual(coverPart(all, { run: 'a', range: [0, 8] }));
      }),
      { numRuns: 60 },
    );
  });

  it('counts a part only once when a folded part already contains it', () => {
    const folded = foldCoverage(mergeCoverage(cover('r', [test(0, 1)]), cover('r', [test(1, 1)])));
    expect(mergeCoverage(folded, cover('r', [test(1, 1)]))).toEqual(folded);
    expect(mergeCoverage(cover('r', [test(1, 1)]), folded)).toEqual(folded);
  });

  it('rejects partially overlapping parts and names them', () => {
    const a = cover('r', [test(0), test(1)]);
    const b = cover('r', [test(1), test(2)]);
    expect(() => mergeCoverage(a, b)).toThrow(CoverageConflict);
    expect(() => mergeCoverage(a, b)).toThrow("run 'r' overlaps: one part has tests 1..2, another 0..1");
  });

  it('rejects the same tests with different counts', () => {
    expect(() => mergeCoverage(cover('r', [test(0, 1)]), cover('r', [test(0, 2)]))).toThrow(
      'Run ids must be unique',
    );
  });

  it('sums runs with different ids', () => {
    const both = mergeCoverage(cover('a', [test(0, 2)]), cover('b', [test(0, 2)]));
    expect(summariseCoverage(both, tinyModel).tests).toEqual({ passed: 2, failed: 0 });
    expect(both.parts.map((part) => part.run)).toEqual(['a', 'b']);
    expect(getBinRows(both, tinyModel)[2]!.passed).toMatchObject({ hits: 2, first: { run: 'a', index: 0 } });
  });
});
