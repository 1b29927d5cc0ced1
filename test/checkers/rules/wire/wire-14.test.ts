import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const NOP = 0xbf800000;
/** A program whose two-word instruction at byte 60 straddles two code lines. */
const STRADDLING_WORDS = [...new Array<number>(15).fill(NOP), 0xbe8003ff, 0x12345678, NOP, 0xbf810000];

/** Returns whether the rule fires if a wave issues these ranges of instructions, each after its line is served. */
function fires(
  ranges: readonly { line?: number; arrives?: number; at: number; first: number; last: number }[],
  instructionCacheLines = 2,
): boolean {
  const base = scene({ freedoms: { instructionCacheLines } });
  const programs = [{ ...base.programs[0]!, words: STRADDLING_WORDS }];
  const stream = new Stream({ ...base, chip: 'navi10', programs }).form([{ x: 0, y: 0, primitive: 0 }]);
  const start = stream.cycle + 1;
  for (const { line, arrives = 0, at, first, last } of ranges) {
    const cycle = start + at;
    if (line !== undefined)
      stream.add({
        kind: 'code-line-served',
        cycle,
        wave: 0,
        asked: cycle,
        line,
        bank: line % 4,
        arrives: start + arrives,
      });
    stream.add({ kind: 'instructions-issued', cycle, wave: 0, first, last });
  }
  return listFiredRules(stream.judge()).includes('WIRE-14');
}

const FIRST_LINE = { line: 8, at: 10, arrives: 10, first: 0, last: 56 };

test('a wave must not issue anything before its code line is served, if the cache may miss', () => {
  const unservedIssue = [{ at: 10, first: 0, last: 56 }];
  expect([fires(unservedIssue), fires(unservedIssue, 0), fires([FIRST_LINE])]).toEqual([true, false, false]);
});

test('a wave must not issue anything before the line arrives', () => {
  expect(fires([{ ...FIRST_LINE, arrives: 11 }])).toBe(true);
});

test('an instruction that spans two lines needs both of them', () => {
  const straddlingIssue = { at: 20, first: 60, last: 68 };
  expect(fires([FIRST_LINE, { ...straddlingIssue, line: 9, arrives: 20 }])).toBe(false);
  expect(fires([FIRST_LINE, straddlingIssue])).toBe(true);
  expect(fires([FIRST_LINE, { ...straddlingIssue, line: 10, arrives: 20 }])).toBe(true);
});
