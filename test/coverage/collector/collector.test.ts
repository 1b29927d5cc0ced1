import { bin, COVERAGE_MODEL, covergroup, createCollector, getBinRows } from '../../../coverage/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';
import { at, onChip } from '../support/stream.js';
import { cover, tinyModel } from '../support/tiny-model.js';

const point = { text: 'A value.', bins: [bin('zero', [0])] };

it('names a cross after its coverpoints unless it has a name', () => {
  const { crosses } = covergroup({
    name: 'pairs',
    version: 1,
    text: 'Pairs of values.',
    statements: [],
    points: { a: point, b: point },
    crosses: [
      { text: 'Both.', of: ['a', 'b'] },
      { name: 'swapped', text: 'Both, swapped.', of: ['b', 'a'] },
    ],
    monitor: () => ({}),
  });
  expect(crosses.map(({ name }) => name)).toEqual(['a x b', 'swapped']);
});

const listRows = (data: ReturnType<typeof cover>) => getBinRows(data, tinyModel);

describe('a collector', () => {
  it('counts hits from failed tests separately, and does not treat them as coverage', () => {
    const [zero, , two] = listRows(
      cover('r', [
        { index: 0, primitives: [0, 0], passed: true },
        { index: 1, primitives: [0, 2], passed: false },
      ]),
    );
    expect(zero).toMatchObject({
      passed: { hits: 2, tests: 1 },
      failed: { hits: 1, tests: 1 },
      isCovered: true,
    });
    expect(two).toMatchObject({ passed: { hits: 0, tests: 0 }, failed: { hits: 1 }, isCovered: false });
  });

  it("records a bin's first test by index, regardless of execution order", () => {
    const tests = [5, 2, 9].map((index) => ({ index, primitives: [0], passed: true }));
    for (const order of [tests, [...tests].reverse()]) {
      expect(listRows(cover('r', order))[0]!.passed).toEqual({
        hits: 3,
        tests: 3,
        first: { run: 'r', index: 2, name: 't#2' },
      });
    }
  });

  it('covers a bin only once it has the required number of hits', () => {
    const hitTwice = listRows(cover('r', [{ index: 0, primitives: [1, 1], passed: true }]))[1]!;
    const hitThrice = listRows(cover('r', [{ index: 0, primitives: [1, 1, 1], passed: true }]))[1]!;
    expect([hitTwice.isCovered, hitThrice.isCovered]).toEqual([false, true]);
  });

  it('reports illegal bins hit by the current test, but not by earlier ones', () => {
    const collector = createCollector('r', tinyModel);
    const getHitsAfter = (primitive: number) => {
      collector.begin(createSmallScenario(), 't', primitive);
      collector.observe({ kind: 'primitive', cycle: 0, draw: 0, primitive });
      return collector.listIllegalHits();
    };
    expect(getHitsAfter(3)).toEqual([{ bin: 'tiny/value/3', text: 'never three' }]);
    expect(getHitsAfter(2)).toEqual([]);
  });

  it('ignores a test that started but did not end', () => {
    const collector = createCollector('r', tinyModel);
    collector.begin(createSmallScenario(), 'lost', 0);
    collector.observe({ kind: 'primitive', cycle: 0, draw: 0, primitive: 0 });
    collector.begin(createSmallScenario(), 'kept', 1);
    collector.observe({ kind: 'primitive', cycle: 0, draw: 0, primitive: 2 });
    collector.end(true);
    const data = collector.snapshot();
    expect(data.parts[0]!.tests).toEqual([1, 1]);
    expect(listRows(data).map((row) => row.passed.hits)).toEqual([0, 0, 1, 0]);
  });

  it('returns immutable snapshots, and is empty after a reset', () => {
    const collector = createCollector('r', tinyModel);
    const runTest = (index = 0) => {
      collector.begin(createSmallScenario(), 't', index);
      collector.observe({ kind: 'primitive', cycle: 0, draw: 0, primitive: 0 });
      collector.end(true);
    };
    runTest();
    const before = collector.snapshot();
    const copy = structuredClone(before);
    runTest(1);
    expect(before).toEqual(copy);
    collector.reset();
    expect(collector.snapshot().parts).toEqual([]);
    runTest();
    expect(collector.snapshot()).toEqual(copy);
  });

  it('does not carry transitions over into the next test', () => {
    const collector = createCollector('r', COVERAGE_MODEL);
    for (const index of [0, 1]) {
      collector.begin(onChip('navi10'), 't', index);
      collector.observe(at('wave-formed'));
      collector.end(true);
    }
    const sequences = getBinRows(collector.snapshot()).filter((row) => row.item === 'sequence');
    expect(sequences.filter((row) => row.passed.hits > 0)).toEqual([]);
  });

  it('does not carry facts about a wave over into the next test', () => {
    const collector = createCollector('r', COVERAGE_MODEL);
    [true, false].forEach((didOverlap, index) => {
      collector.begin(onChip('navi10'), 't', index);
      collector.observe(at('wave-formed', { didOverlap }));
      collector.observe(at('wave-launched'));
      collector.end(true);
    });
    const rows = getBinRows(collector.snapshot()).filter(
      (row) => row.group === 'overlap' && row.item === 'overlaps',
    );
    expect(rows.map((row) => row.passed.hits)).toEqual([1, 1]);
  });

  it('rejects a test that was already counted, and end() without begin()', () => {
    const collector = createCollector('r', tinyModel);
    collector.begin(createSmallScenario(), 't', 4);
    collector.end(true);
    expect(() => collector.begin(createSmallScenario(), 't', 4)).toThrow('test 4 has already been counted');
    expect(() => createCollector('r', tinyModel).end(true)).toThrow('end() called without begin()');
  });
});
