import {
  bin,
  type Covergroup,
  compareCoverage,
  compileModel,
  computeSaturation,
  covergroup,
  createEmptyCoverage,
  estimateNewBins,
  findHoles,
  getBinRows,
  ignoreBin,
  mergeCoverage,
  predictGain,
  summariseCoverage,
} from '../../../coverage/index.js';
import { cover, tinyGroup, tinyModel } from '../support/tiny-model.js';

const weighted: Covergroup = covergroup({
  ...tinyGroup,
  name: 'weighted',
  points: {
    value: { text: '', weight: 3, bins: [bin('0', [0]), bin('1', [1]), ignoreBin('2', [2], 'reason')] },
    coarse: { text: '', bins: [bin('any', 'others')] },
    none: { text: '', bins: [ignoreBin('all', 'others', 'reason')] },
  },
  monitor: ({ sampler }) => ({
    primitive({ primitive }) {
      sampler.values[sampler.point.value!] = primitive % 4;
      sampler.sample();
    },
  }),
});

const model = compileModel([{ ...tinyGroup, weight: 2 }, weighted]);
const data = cover('r', [{ index: 0, primitives: [0, 1, 3], passed: true }], model);

describe('a coverage summary', () => {
  it('scores an item by its fraction of covered bins, and higher levels by a weighted mean', () => {
    const summary = summariseCoverage(data, model);
    const [tiny, other] = summary.groups;
    expect(tiny).toMatchObject({ hit: 1, total: 3, illegal: 1, ignored: 0 });
    expect(tiny!.percent).toBeCloseTo(100 / 3);
    expect(other!.items.map((item) => item.percent)).toEqual([100, 0, 100]);
    expect(other).toMatchObject({ percent: 75, hit: 2, total: 3, ignored: 2 });
    expect(summary.percent).toBeCloseTo((2 * (100 / 3) + 75) / 3);
    expect(summary).toMatchObject({ hit: 3, total: 6, tests: { passed: 1, failed: 0 } });
  });

  it('lists the holes, and counts hits of illegal bins in failed tests', () => {
    expect(findHoles(data, model).map((row) => `${row.group}.${row.item}.${row.bin}`)).toEqual([
      'tiny.value.1',
      'tiny.value.2',
      'weighted.coarse.any',
    ]);
    const failed = cover('f', [{ index: 0, primitives: [3], passed: false }]);
    const illegal = getBinRows(failed, tinyModel).filter(({ kind }) => kind === 'illegal');
    expect(illegal.map((row) => [row.bin, row.failed.hits, row.failed.first?.name])).toEqual([
      ['3', 1, 't#0'],
    ]);
  });

  it('scores zero without tests, when every counted bin is a hole', () => {
    expect(summariseCoverage(createEmptyCoverage(), model)).toMatchObject({ percent: 0, hit: 0, total: 6 });
    expect(findHoles(createEmptyCoverage(), tinyModel)).toHaveLength(3);
  });

  it('reports a covergroup whose definition changed, and excludes its old counts', () => {
    const newer = compileModel([{ ...tinyGroup, version: 2 }]);
    const merged = mergeCoverage(
      cover('old', [{ index: 0, primitives: [0, 2], passed: true }]),
      cover('new', [{ index: 0, primitives: [0], passed: true }], newer),
    );
    const summary = summariseCoverage(merged, newer);
    expect(summary.changed).toEqual([
      {
        group: 'tiny',
        run: 'old',
        tests: 1,
        expected: newer.groups[0]!.compiled.hash,
        found: tinyModel.groups[0]!.compiled.hash,
      },
    ]);
    expect(findHoles(merged, newer).map((row) => row.bin)).toEqual(['1', '2']);
    expect(summariseCoverage(merged, compileModel([])).changed).toHaveLength(2);
  });
});

const getBinNames = (rows: readonly { bin: string }[]) => rows.map(({ bin }) => bin);

describe('the difference between two coverage results', () => {
  it('lists the bins no longer covered, the newly covered bins, and both scores', () => {
    const before = cover('a', [{ index: 0, primitives: [0], passed: true }]);
    const after = cover('b', [{ index: 0, primitives: [2, 1, 1, 1], passed: true }]);
    const { lost, won, ...scores } = compareCoverage(before, after, tinyModel);
    expect([getBinNames(lost), getBinNames(won)]).toEqual([['0'], ['1', '2']]);
    expect([scores.before.hit, scores.after.hit]).toEqual([1, 2]);
  });

  it('skips covergroups whose definitions differ', () => {
    const current = cover('a', [{ index: 0, primitives: [0], passed: true }]);
    const parts = current.parts.map((part) => ({
      ...part,
      run: 'b',
      groups: part.groups.map((group) => ({ ...group, hash: 'old' })),
    }));
    const { changed, lost, won } = compareCoverage(current, { ...current, parts }, tinyModel);
    expect([changed, lost, won]).toEqual([['tiny'], [], []]);
    expect(compareCoverage({ ...current, parts }, current, tinyModel).won).toEqual([]);
  });

  it('does not count hits by failed tests as newly covered bins', () => {
    const before = cover('a', []);
    const after = cover('b', [{ index: 0, primitives: [0], passed: false }]);
    expect(compareCoverage(before, after, tinyModel).won).toEqual([]);
  });
});

describe('the growth of coverage', () => {
  it('counts the bins hit so far after each test, run by run', () => {
    const first = cover('a', [
      { index: 0, primitives: [0], passed: true },
      { index: 1, primitives: [0], passed: true },
    ]);
    const second = cover('b', [{ index: 0, primitives: [2], passed: true }]);
    expect(computeSaturation(mergeCoverage(second, first), tinyModel).curve).toEqual([
      { tests: 1, bins: 1 },
      { tests: 2, bins: 1 },
      { tests: 3, bins: 2 },
    ]);
  });

  it("numbers a shard's tests from 1, regardless of their positions in the run", () => {
    const shard = cover('a', [
      { index: 60, primitives: [0], passed: true },
      { index: 62, primitives: [2], passed: true },
    ]);
    expect(computeSaturation(shard, tinyModel).curve).toEqual([
      { tests: 1, bins: 1 },
      { tests: 2, bins: 2 },
    ]);
  });

  it('counts only passing tests', () => {
    const part = cover('a', [
      { index: 0, primitives: [1], passed: false },
      { index: 1, primitives: [0], passed: true },
      { index: 2, primitives: [1], passed: false },
      { index: 3, primitives: [2], passed: true },
    ]);
    expect(computeSaturation(part, tinyModel)).toMatchObject({
      tests: 2,
      curve: [
        { tests: 1, bins: 1 },
        { tests: 2, bins: 2 },
      ],
    });
  });

  it('predicts the gain from doubling the tests, or no gain when no bin is rare', () => {
    const tests = [[0], [0], [2]].map((primitives, index) => ({ index, primitives, passed: true }));
    const once = cover('a', tests);
    const { expectedNew } = computeSaturation(once, tinyModel);
    expect(expectedNew).toBe(estimateNewBins(once, 3, 3, tinyModel));
    expect(expectedNew).toBe(predictGain({ once: 1, twice: 1, never: 1, tests: 3 }, 3));
    expect(expectedNew).toBeGreaterThan(0);
    const twice = cover(
      'a',
      [0, 1].map((index) => ({ index, primitives: [0, 2], passed: true })),
    );
    expect(computeSaturation(twice, tinyModel)).toMatchObject({ onlyOnce: [], expectedNew: 0 });
  });
});

describe('the expected gain from more tests', () => {
  const rare = { once: 10, twice: 10, never: 100, tests: 100 };

  it('estimates how many unseen bins will be hit from the numbers of bins hit once and twice', () => {
    expect(predictGain(rare, 100)).toBeCloseTo(4.97, 2);
    expect(predictGain(rare, 1)).toBeCloseTo(10 / 100, 2);
    expect(predictGain(rare, 1e9)).toBeCloseTo(9.9, 4);
  });

  it('predicts the number of new bins when hit probabilities are exponentially distributed', () => {
    // 100 tests miss 500 of 1,000 bins, hit 250 once and 125 twice; 100 more tests hit a third of the missed ones.
    const spread = { once: 250, twice: 125, never: 500, tests: 100 };
    expect(predictGain(spread, 100)).toBeCloseTo(500 / 3, -1);
  });

  it('is at most the number of holes, and zero when there are no holes or no rare bins', () => {
    expect(predictGain({ ...rare, never: 2 }, 1e9)).toBeCloseTo(2, 6);
    expect([predictGain({ ...rare, never: 0 }, 100), predictGain({ ...rare, once: 0 }, 100)]).toEqual([0, 0]);
  });
});
