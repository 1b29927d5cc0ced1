import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../regression/vcd/expression.js';
import { Signals } from '../../../regression/vcd/signals.js';
import type { DumpedSignal } from '../../../regression/vcd/value-changes.js';

const signal = (path: string, width: number, left = width - 1, right = 0): DumpedSignal => ({
  path,
  code: path,
  width,
  left,
  right,
});

/** Now and at the edge before. */
const VALUES: Readonly<Record<string, readonly [string, string]>> = {
  'top.valid': ['1', '0'],
  'top.unit[1].id': ['1100', '0011'],
  'top.high': ['1010', '0000'],
  'top.rising': ['1000', '0000'],
  'top.lost': ['1x10', '0000'],
  'top.wide': [`1${'0'.repeat(59)}`, '0'.repeat(60)],
};

const SIGNALS: readonly DumpedSignal[] = [
  signal('top.valid', 1),
  signal('top.unit[1].id', 4),
  signal('top.high', 4, 7, 4),
  signal('top.rising', 4, 0, 3),
  signal('top.lost', 4),
  signal('top.wide', 60),
];

function evaluated(text: string, indices: Readonly<Record<string, number>> = {}): number | undefined {
  const signals = new Signals(SIGNALS, 'dump.vcd', 'top');
  const names = { signals, indices: new Map(Object.entries(indices)), given: new Map([['four', () => 4]]) };
  const evaluate = parseExpression(text, names);
  const at = (edge: 0 | 1): string[] => signals.followed.map(({ path }) => VALUES[path]![edge]);
  const sample = {
    history: [at(0), at(1)],
    cycle: 9,
    waveOf: (packer: number, id: number) => 100 * packer + id,
  };
  return evaluate({ ...sample, history: [at(0), at(1)], lane: 5, x: 6, y: 7 }, 0);
}

describe('an expression', () => {
  it.each([
    ['1 + 2 * 3 - 4', 3],
    ['(1 + 2) * 3 % 4', 1],
    ["10'h3ff & 0xf0", 0xf0],
    ['1 << 40 | 1', 2 ** 40 + 1],
    ['valid && !(four == 3) ? 10 : 20', 10],
    ['unit[1].id', 12],
    ['unit[i].id[3:2]', 3],
    ['unit[i].id[i +: 2]', 2],
    ['high[7:6] * 10 + high[5]', 21],
    ['rising[0]', 1],
    ['rising[1:3]', 0],
    ['$past(unit[1].id) + cycle', 12],
    ['$rose(valid) + $fell(valid) + $changed(valid)', 2],
    ['wave(2, unit[1].id)', 212],
    ['lane * 100 + x * 10 + y', 567],
  ])('"%s" is %i', (text, expected) => {
    expect(evaluated(text, { i: 1 })).toBe(expected);
  });

  it('is unknown where bits are, unless the rest decides', () => {
    expect(evaluated('lost')).toBeUndefined();
    expect(evaluated('lost[2] == 0')).toBeUndefined();
    expect(evaluated('lost[1:0]')).toBe(2);
    expect(evaluated('lost[2] && !valid')).toBe(0);
    expect(evaluated('lost[2] || valid')).toBe(1);
    expect(evaluated('4 / (four - 4)')).toBeUndefined();
  });

  it.each([
    ['valdi', 'unknown signal "valdi" in dump.vcd: did you mean valid?'],
    ['id', 'unknown signal "id" in dump.vcd: did you mean unit[1].id?'],
    ['1 +', 'it ends too early'],
    ['valid valid', '"valid" is unexpected'],
    ['(valid', 'expected ")" at its end'],
    ['valid # 2', '"# 2" is no part of an expression'],
    ['rose(valid)', 'unknown function "rose"; expected one of $past, $changed, $rose, $fell, wave'],
    ['$past($past(valid))', '$past is within another; expected the edge before and no earlier one'],
    ['unit[valid].id', 'the range or index of "unit" changes'],
    ['high[4:7]', '"high[4:7]" runs against [7:4], its declaration'],
    ['wide', '"top.wide" has 60 bits'],
  ])('"%s" is refused', (text, message) => {
    expect(() => evaluated(text)).toThrow(message.replace('top.', ''));
  });
});
