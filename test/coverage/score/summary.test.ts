import { describe, expect, it } from 'vitest';
import {
  bin,
  type Covergroup,
  compileModel,
  covergroup,
  createEmptyCoverage,
  findHoles,
  getBinRows,
  ignoreBin,
  mergeCoverage,
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
