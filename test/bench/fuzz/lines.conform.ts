import { expect, it } from 'vitest';
import { generateLine } from '../../../bench/fuzz/lines/line-words.js';
import { runCommandLines } from '../../../bench/fuzz/lines/run-lines.js';
import { COMMANDS } from '../../../cli/commands.js';
import { deriveSeed, RandomStream } from '../../../transactions/index.js';

const SEED = { high: 0, low: 0x5eed };

it('generates the same lines for the same seed, covering every command, with both valid and invalid words', async () => {
  const generate = (number: number) =>
    generateLine(new RandomStream(deriveSeed(SEED, 'line', number)), ['a file']);
  const lines = await Promise.all(Array.from({ length: 300 }, (_, number) => generate(number)));
  expect(new Set(lines.map(([command]) => command)).size).toBe(COMMANDS.length);
  expect(await generate(7)).toEqual(lines[7]);
  for (const word of ['a file', '--chip', 'navi21', '__proto__', '']) expect(lines.flat()).toContain(word);
  expect(lines.flat()).not.toContain('--open');
});

it('never exits with code 4 on forty lines with files, folders, devices and missing paths', async () => {
  const { next, codes, broken } = await runCommandLines(SEED, 0, { endLine: 40 });
  expect([next, broken]).toEqual([40, []]);
  expect(codes['2']).toBeGreaterThan(10);
});
