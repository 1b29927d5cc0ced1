import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../regression/index.js';
import { callCli } from './support/call-cli.js';

const PAGE = readFileSync(join(packageRoot(), 'docs', 'users-want.md'), 'utf8');
const ROWS = Array.from(
  PAGE.matchAll(/^\| +(\d+) \| [^|]+\| (yes|partly|no) +\| ([^|]*)\|$/gm),
  ([, row, state, how]) => ({
    row: Number(row),
    state: state!,
    how: how!.trim(),
  }),
);

it('says of every wish of the survey once whether it is fulfilled, and how', () => {
  const wanted = [...Array(112).keys()].map((index) => index + 1);
  expect(ROWS.map(({ row }) => row)).toEqual(wanted);
  expect(ROWS.filter(({ state, how }) => state !== 'no' && how === '')).toEqual([]);
});

it('names options that there are', async () => {
  const commands = ['run', 'replay', 'shrink', 'merge', 'testplan', 'coverage'];
  const helps = await Promise.all(commands.map((command) => callCli([command, '--help'])));
  const help = helps.map(({ stdout }) => stdout).join('\n');
  const options = [...new Set([...PAGE.matchAll(/`[^`|]*?(--[a-z][a-z-]*)/g)].map(([, option]) => option!))];
  expect(options.length).toBeGreaterThan(15);
  expect(options.filter((option) => option !== '--help' && !help.includes(option))).toEqual([]);
});
