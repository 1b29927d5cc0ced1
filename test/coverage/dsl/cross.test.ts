import { describe, expect, it } from 'vitest';
import {
  bin,
  type Cross,
  compileGroup,
  crossBin,
  ignoreBin,
  ignoreCross,
  illegalCross,
  NOT_SAMPLED,
} from '../../../coverage/index.js';
import { countHits, group } from '../support/sampling.js';

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
