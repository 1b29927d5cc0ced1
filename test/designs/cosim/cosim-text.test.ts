import { expect, it } from 'vitest';
import { type CosimSummary, cosimText } from '../../../designs/cosim/cosim-text.js';

const summary = (verdict: 'pass' | 'fail', held: boolean): CosimSummary => ({
  unit: 'exit-tracker',
  command: './design',
  tests: [{ test: 'a.0', chip: 'navi21', verdict, waves: 1, cycles: 1 }],
  seconds: 1,
  exchanges: 1,
  waitedSeconds: 0,
  held,
});

it('suggests --hold after a pass without it, and at no other time', () => {
  const last = (verdict: 'pass' | 'fail', held: boolean) =>
    cosimText(summary(verdict, held)).split('\n').at(-1)!;
  expect(last('pass', false)).toMatch(/; also run with --hold 4$/);
  for (const line of [last('pass', true), last('fail', false)]) expect(line).toMatch(/^speed /);
});
