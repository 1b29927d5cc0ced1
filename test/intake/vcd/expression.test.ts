import { parseExpression } from '../../../intake/vcd/map-reading.js';
import { Signals } from '../../../intake/vcd/signals.js';
import type { DumpSignal } from '../../../intake/vcd/value-changes.js';

const makeSignal = (path: string, width: number, left = width - 1, right = 0): DumpSignal => ({
  path,
  code: path,
  type: 'wire',
  width,
  left,
  right,
});

const VALUES: Readonly<Record<string, string>> = {
  'top.valid': '1',
  'top.unit[1].id': '1100',
  'top.high': '1010',
  'top.rising': '1000',
  'top.lost': '1x10',
  'top.wide': `1${'0'.repeat(59)}`,
};

const SIGNALS: readonly DumpSignal[] = [
  makeSignal('top.valid', 1),
  makeSignal('top.unit[1].id', 4),
  makeSignal('top.high', 4, 7, 4),
  makeSignal('top.rising', 4, 0, 3),
  makeSignal('top.lost', 4),
  makeSignal('top.wide', 60),
];

function evaluateText(text: string): number | undefined {
  const signals = new Signals(SIGNALS, 'dump.vcd', 'top');
  const evaluate = parseExpression(text, signals);
  const bits = signals.tracked.map(({ path }) => VALUES[path]!);
  const unused = { now: {}, before: {}, changed: () => false, wave: () => 0, lane: 0, x: 0, y: 0 };
  return evaluate({ ...unused, bits, cycle: 9 });
}

describe('a signal-map expression', () => {
  it.each([
    ['valid', 1],
    ['unit[1].id', 12],
    ['unit[1].id[3:2]', 3],
    ['high[7:6]', 2],
    ['high[5]', 1],
    ['rising[0]', 1],
    ['rising[1:3]', 0],
    ['lost[1:0]', 2],
    ['cycle', 9],
  ])('"%s" evaluates to %i', (text, expected) => {
    expect(evaluateText(text)).toBe(expected);
  });

  it('has no value when bits are unknown or outside the signal', () => {
    expect(evaluateText('lost')).toBeUndefined();
    expect(evaluateText('lost[2]')).toBeUndefined();
    expect(evaluateText('high[9]')).toBeUndefined();
  });

  it.each([
    ['valdi', 'unknown signal "valdi" in dump.vcd: did you mean valid?'],
    ['id', 'unknown signal "id" in dump.vcd: did you mean unit[1].id?'],
    ['__proto__', 'unknown signal "__proto__" in dump.vcd'],
    ['valid == 1', 'for other expressions, write the map as a module (docs/trace.md)'],
    [`${'('.repeat(50_000)}valid`, 'is neither a number nor the name of a signal'],
    ['high[(cycle&1):0]', 'is neither a number nor the name of a signal'],
    ['high[4:7]', '"high[4:7]" is reversed: it is declared [7:4]'],
    ['wide', 'the value of "wide" (60 bits) exceeds 2^53 - 1'],
    ['wide[59:0]', 'cannot read 60 bits of "wide": the maximum is 53'],
    ['wide[999999999:0]', 'cannot read 1000000000 bits'],
  ])('rejects "%.40s"', (text, message) => {
    expect(() => evaluateText(text)).toThrow(message);
  });
});
