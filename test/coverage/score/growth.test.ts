import { describe, expect, it } from 'vitest';
import {
  compareCoverage,
  computeSaturation,
  estimateNewBins,
  mergeCoverage,
  predictGain,
} from '../../../coverage/index.js';
import { cover, tinyModel } from '../support/tiny-model.js';

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
