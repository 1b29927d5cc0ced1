import { type CosimSummary, formatCosimSummary } from '../../../intake/cosim/cosim-text.js';
import { UntestedBehaviour } from '../../../intake/cosim/live-design.js';

const makeSummary = (verdict: 'pass' | 'fail', held: boolean): CosimSummary => ({
  unit: 'exit-tracker',
  command: './design',
  tests: [{ test: 'a.0', chip: 'navi21', verdict, waves: 1, cycles: 1 }],
  seconds: 1,
  exchanges: 1,
  waitedSeconds: 0,
  held,
  interrupted: false,
  untried: [],
});

it('suggests --hold only after a pass without it', () => {
  const getLastLine = (verdict: 'pass' | 'fail', held: boolean) =>
    formatCosimSummary(makeSummary(verdict, held)).split('\n').at(-1)!;
  expect(getLastLine('pass', false)).toMatch(/; also run with --hold 4$/);
  for (const line of [getLastLine('pass', true), getLastLine('fail', false)]) expect(line).toMatch(/^speed /);
});

it('lists untested behaviour until a test exercises it', () => {
  const untested = new UntestedBehaviour();
  const run = (ids: readonly number[]): readonly string[] => {
    untested.observe(['set id_start 5', 'set id_wrap 7', 'set id_window 4', 'begin', 'window 0 0 5']);
    untested.observe(ids.map((id) => `numbered 9 0 ${id}`));
    return untested.lines;
  };
  const wrapLine = 'not tested: id wraparound; also run with --set idWrap=7';
  const windowLine = 'not tested: a full id window; also run with --set idWindow=4';
  expect(run([5, 6, 7])).toEqual([wrapLine, windowLine]);
  expect(run([5, 6, 7, 0])).toEqual([windowLine]);
  expect(run([5, 6, 7, 0, 1])).toEqual([]);
  const lines = formatCosimSummary({ ...makeSummary('pass', true), untried: [wrapLine] }).split('\n');
  expect(lines[0]).toBe('PASS  1 of 1 test passed, 0 failed on navi21 with the design as exit-tracker');
  expect(lines.at(-1)).toBe(wrapLine);
});
