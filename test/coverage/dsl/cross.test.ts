import fc from 'fast-check';
import {
  bin,
  type Cross,
  compileGroup,
  crossBin,
  eachValue,
  type GroupDefinition,
  ignoreBin,
  ignoreCross,
  illegalBin,
  illegalCross,
  labelBins,
  NOT_SAMPLED,
  stepRanges,
  transition,
  type ValueBin,
  wildcardBin,
} from '../../../coverage/index.js';
import { countHits, group } from '../support/sampling.js';

const computeHash = (changes: Partial<GroupDefinition>): string =>
  compileGroup<string>({ ...group({ p: { text: '', bins: [bin('a', [1])] } }), ...changes }).hash;

describe('the hash of a covergroup', () => {
  it('does not depend on texts, weights, goals or atLeast', () => {
    const hash = computeHash({
      text: 'new',
      weight: 3,
      goal: 90,
      points: { p: { text: 'new', weight: 2, goal: 50, atLeast: 7, bins: [bin('a', [1], { text: 'new' })] } },
    });
    expect(hash).toBe(computeHash({}));
  });

  it("changes with the version and with a bin's values, kind or name", () => {
    const hashes = [
      computeHash({}),
      computeHash({ version: 2 }),
      computeHash({ points: { p: { text: '', bins: [bin('a', [2])] } } }),
      computeHash({ points: { p: { text: '', bins: [bin('b', [1])] } } }),
      computeHash({ points: { p: { text: '', bins: [ignoreBin('a', [1], 'why')] } } }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('distinguishes value bins from transition bins written in the same way', () => {
    const sets = [
      [0, 0],
      [1, 1],
    ] as const;
    const values = computeHash({ points: { p: { text: '', bins: [bin('a', sets)] } } });
    const sequence = computeHash({ points: { p: { text: '', transitions: [transition('a', sets)] } } });
    expect(sequence).not.toBe(values);
  });
});

const point = (...bins: ValueBin[]) => group({ value: { text: '', bins } });
const column = (...values: number[]) => values.map((value) => [value]);

describe('a value coverpoint', () => {
  it('counts a value in the bin that lists it, if any', () => {
    const definition = point(bin('one', [1]), bin('few', [2, [4, 6]]));
    expect(countHits(definition, column(0, 1, 2, 3, 4, 6, 7))).toEqual({ 'value: one': 1, 'value: few': 3 });
  });

  it('counts every unlisted value in the catch-all bin, whether inside or outside the listed range', () => {
    const definition = point(bin('edges', [0, 9]), bin('rest', 'others'));
    expect(countHits(definition, column(-5, 0, 4, 9, 1_000_000))).toEqual({
      'value: edges': 2,
      'value: rest': 3,
    });
  });

  it('counts hits of ignored and illegal bins separately', () => {
    const definition = point(
      bin('good', [1]),
      ignoreBin('odd', [2], 'why'),
      illegalBin('bad', [3], 'meaning'),
    );
    expect(countHits(definition, column(1, 2, 3, 3))).toEqual({
      'value: good': 1,
      'value: odd': 1,
      'value: bad': 2,
    });
  });

  it('does not count a sample in which the coverpoint was not sampled', () => {
    expect(countHits(point(bin('all', 'others')), column(NOT_SAMPLED, 7))).toEqual({ 'value: all': 1 });
  });

  it('rejects a value that belongs to two bins, and names both', () => {
    expect(() => countHits(point(bin('low', [[0, 4]]), bin('high', [[4, 9]])), [])).toThrow(
      "Value 4 of coverpoint 'value' of covergroup 'example' belongs to two bins: 'low' and 'high'.",
    );
  });

  it('rejects duplicate bin names, two catch-all bins, and a reversed range', () => {
    expect(() => countHits(point(bin('a', [1]), bin('a', [2])), [])).toThrow("Duplicate bin 'a'");
    expect(() => countHits(point(bin('a', 'others'), bin('b', 'others')), [])).toThrow('two catch-all bins');
    expect(() => countHits(point(bin('a', [[2, 1]])), [])).toThrow('low <= high, got 2..1');
  });

  it('finds the same bin as a linear search, in small and large domains', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: -20_000, max: 20_000 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(cuts, fc.integer({ min: 1, max: 400 }), fc.array(fc.nat(19)), (numbers, scale, picks) => {
        const edges = [...numbers].sort((a, b) => a - b).map((edge) => edge * scale);
        const ranges = edges.slice(1).flatMap((end, i) => (i % 2 ? [] : [[edges[i]!, end - 1] as const]));
        const definition = point(...ranges.map((range, i) => bin(`${i}`, [range])));
        const samples = picks.flatMap((pick) => [
          edges[pick % edges.length]!,
          edges[pick % edges.length]! - 1,
        ]);
        const expected: Record<string, number> = {};
        for (const value of samples) {
          const index = ranges.findIndex(([low, high]) => low <= value && value <= high);
          if (index >= 0) expected[`value: ${index}`] = (expected[`value: ${index}`] ?? 0) + 1;
        }
        expect(countHits(definition, column(...samples))).toEqual(expected);
      }),
    );
  });
});

describe('bin factories', () => {
  const getNames = (bins: readonly ValueBin[]) => bins.map(({ name }) => name);

  it('create a bin for each label, value, range or step', () => {
    expect(labelBins(['a', 'b'])[1]).toMatchObject({ name: 'b', values: [1] });
    expect(getNames(eachValue('id', 2, 4))).toEqual(['id[2]', 'id[3]', 'id[4]']);
    expect(getNames(stepRanges([0, 1, 4]))).toEqual(['0', '1-3', '4+']);
  });

  it('create a wildcard bin that contains exactly the matching values', () => {
    const pattern = fc.array(fc.constantFrom('0', '1', '?'), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(pattern, (digits) => {
        const values = Array.from({ length: 1 << digits.length }, (_, value) => value);
        const matching = values.filter((value) =>
          digits.every(
            (digit, i) => digit === '?' || Number(digit) === ((value >> (digits.length - 1 - i)) & 1),
          ),
        );
        const hits = countHits(
          point(wildcardBin('w', digits.join(''))),
          column(...values, 1 << digits.length),
        );
        expect(hits).toEqual({ 'value: w': matching.length });
      }),
    );
  });

  it('reject a wildcard that is not a binary pattern', () => {
    expect(() => wildcardBin('w', '1x0')).toThrow("expected 1 to 30 characters, each 0, 1 or ?, got '1x0'");
  });
});

const points = {
  a: { text: '', bins: [bin('a0', [0]), bin('a1', [1]), ignoreBin('a2', [2], 'why')] },
  b: { text: '', bins: [bin('b0', [0]), bin('b1', [1])] },
};

const makeGroup = (cross: Partial<Cross<'a' | 'b'>>) =>
  group(points, [{ name: 'both', text: '', of: ['a', 'b'], ...cross }]);

const countCrossHits = (cross: Partial<Cross<'a' | 'b'>>, rows: readonly (readonly number[])[]) =>
  Object.fromEntries(
    Object.entries(countHits(makeGroup(cross), rows)).filter(([name]) => name.startsWith('both')),
  );

const getBinNames = (cross: Partial<Cross<'a' | 'b'>>) => {
  const { items, bins } = compileGroup(makeGroup(cross));
  return bins.slice(items.find((item) => item.kind === 'cross')!.first).map(({ name }) => name);
};

describe('a cross', () => {
  it('has a bin for each combination of counted bins', () => {
    expect(getBinNames({})).toEqual(['a0 x b0', 'a0 x b1', 'a1 x b0', 'a1 x b1']);
    expect(
      countCrossHits({}, [
        [0, 1],
        [0, 1],
        [1, 0],
      ]),
    ).toEqual({ 'both: a0 x b1': 2, 'both: a1 x b0': 1 });
  });

  it("counts nothing when a coverpoint's value is ignored, unbinned or not sampled", () => {
    expect(
      countCrossHits({}, [
        [2, 0],
        [7, 0],
        [NOT_SAMPLED, 0],
        [0, NOT_SAMPLED],
      ]),
    ).toEqual({});
  });

  it('does not count a value without a bin towards the previous cross', () => {
    const definition = group({ a: points.b, b: points.b }, [
      { name: 'first', text: '', of: ['a', 'b'] },
      { name: 'second', text: '', of: ['a', 'b'] },
    ]);
    expect(countHits(definition, [[7, 1]])).toEqual({ 'b: b1': 1 });
  });

  it('counts a selection in one bin and the other combinations separately', () => {
    const bins = [crossBin<'a' | 'b'>('any b1', { b: ['b1'] })];
    expect(getBinNames({ bins })).toEqual(['any b1', 'a0 x b0', 'a1 x b0']);
    expect(
      countCrossHits({ bins }, [
        [0, 1],
        [1, 1],
        [1, 0],
      ]),
    ).toEqual({ 'both: any b1': 2, 'both: a1 x b0': 1 });
  });

  it('has only the selected bins when not automatic', () => {
    expect(getBinNames({ automatic: false, bins: [crossBin('corner', { a: ['a1'], b: ['b1'] })] })).toEqual([
      'corner',
    ]);
  });

  it('prefers an illegal bin to an ignored one, and an ignored bin to a counted one', () => {
    const bins = [
      crossBin<'a' | 'b'>('counted', { a: ['a0'] }),
      ignoreCross<'a' | 'b'>('ignored', { b: ['b0'] }, 'why'),
      illegalCross<'a' | 'b'>('illegal', { a: ['a1'] }, 'meaning'),
    ];
    expect(
      countCrossHits({ bins }, [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ]),
    ).toEqual({ 'both: counted': 1, 'both: ignored': 1, 'both: illegal': 2 });
  });

  it('skips an empty selection, since a computed list may be empty', () => {
    expect(getBinNames({ bins: [crossBin<'a' | 'b'>('x', { a: [] })] })).toEqual(getBinNames({}));
  });

  it('rejects unknown names, and a selection with no remaining combinations', () => {
    const unknownBins = [crossBin<'a' | 'b'>('x', { a: ['a9'] })];
    expect(() => compileGroup(makeGroup({ bins: unknownBins }))).toThrow("an unknown bin 'a9' of 'a'");
    const emptyBins = [crossBin<'a' | 'b'>('x', { a: ['a2'] })];
    expect(() => compileGroup(makeGroup({ bins: emptyBins }))).toThrow("Bin 'x' of cross 'both'");
    expect(() => compileGroup(group(points, [{ name: 'c', text: '', of: ['z' as 'a'] }]))).toThrow(
      "unknown coverpoint 'z'",
    );
  });
});
