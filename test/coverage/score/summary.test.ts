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
import { cover, tinyGroup, tinyModel } from '../support/parts.js';

const weighted: Covergroup = covergroup({
  ...tinyGroup,
  name: 'weighted',
  points: {
    value: { text: '', weight: 3, bins: [bin('0', [0]), bin('1', [1]), ignoreBin('2', [2], 'why')] },
    coarse: { text: '', bins: [bin('any', 'others')] },
    none: { text: '', bins: [ignoreBin('all', 'others', 'why')] },
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

describe('the score', () => {
  it('is the fraction of covered bins for an item, and a weighted mean above that', () => {
    const summary = summariseCoverage(data, model);
    const [tiny, other] = summary.groups;
    expect(tiny).toMatchObject({ hit: 1, total: 3, illegal: 1, ignored: 0 });
    expect(tiny!.percent).toBeCloseTo(100 / 3);
    expect(other!.items.map((item) => item.percent)).toEqual([100, 0, 100]);
    expect(other).toMatchObject({ percent: 75, hit: 2, total: 3, ignored: 2 });
    expect(summary.percent).toBeCloseTo((2 * (100 / 3) + 75) / 3);
    expect(summary).toMatchObject({ hit: 3, total: 6, tests: { passed: 1, failed: 0 } });
  });

  it('lists what is missing, and counts hits of illegal bins in failed tests', () => {
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

  it('is zero without tests, when every counted bin is a hole', () => {
    expect(summariseCoverage(createEmptyCoverage(), model)).toMatchObject({ percent: 0, hit: 0, total: 6 });
    expect(findHoles(createEmptyCoverage(), tinyModel)).toHaveLength(3);
  });

  it('reports a covergroup whose definition changed without mixing its counts', () => {
    const newer = compileModel([{ ...tinyGroup, version: 2 }]);
    const both = mergeCoverage(
      cover('old', [{ index: 0, primitives: [0, 2], passed: true }]),
      cover('new', [{ index: 0, primitives: [0], passed: true }], newer),
    );
    const summary = summariseCoverage(both, newer);
    expect(summary.changed).toEqual([
      {
        group: 'tiny',
        run: 'old',
        tests: 1,
        expected: newer.groups[0]!.compiled.hash,
        found: tinyModel.groups[0]!.compiled.hash,
      },
    ]);
    expect(findHoles(both, newer).map((row) => row.bin)).toEqual(['1', '2']);
    expect(summariseCoverage(both, compileModel([])).changed).toHaveLength(2);
  });
});
