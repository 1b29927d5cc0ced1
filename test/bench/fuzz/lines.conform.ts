import { expect, it } from 'vitest';
import { drawLine } from '../../../bench/fuzz/lines/line-words.js';
import { runLines } from '../../../bench/fuzz/lines/run-lines.js';
import { COMMANDS } from '../../../cli/commands.js';
import { deriveSeed, RandomStream } from '../../../transactions/index.js';

const SEED = { high: 0, low: 0x5eed };

it('draws lines of every command from its own words and foreign ones, the same for the same seed', async () => {
  const lineOf = (number: number) => drawLine(new RandomStream(deriveSeed(SEED, 'line', number)), ['a file']);
  const lines = await Promise.all(Array.from({ length: 300 }, (_, number) => lineOf(number)));
  expect(new Set(lines.map(([command]) => command)).size).toBe(COMMANDS.length);
  expect(await lineOf(7)).toEqual(lines[7]);
  for (const word of ['a file', '--chip', 'navi21', '__proto__', '']) expect(lines.flat()).toContain(word);
  expect(lines.flat()).not.toContain('--open');
});

it('none of forty lines about files, folders, devices and missing paths ends with exit code 4', async () => {
  const { next, codes, broken } = await runLines(SEED, 0, { last: 40 });
  expect([next, broken]).toEqual([40, []]);
  expect(codes['2']).toBeGreaterThan(10);
});
