import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../regression/index.js';
import { callCli } from './support/call-cli.js';
import { commandsIn } from './support/doc-commands.js';
import { temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();
const PAGE = readFileSync(join(packageRoot(), 'docs', 'first-bug.md'), 'utf8');
const SHOWN = PAGE.slice(PAGE.indexOf('## Find it'));

it('finds, replays and shrinks the bug of docs/first-bug.md with the commands that the page shows, in order', async () => {
  const inFolder = (word: string): string => word.replace(/^out\//, `${folder}/`);
  const commands = commandsIn('first-bug.md', SHOWN).map(({ words }) => words.map(inFolder));
  const [find, see, shrink, again, ...others] = commands;
  const found = await callCli(find!);
  expect(found.code).toBe(1);
  expect(found.stdout).toMatch(/^ORD-06 spi gfx11 or_bits\/navi31\/w32\/mono {2}1 test, first or_bits\.1$/m);
  expect(found.stdout).toMatch(/^fault +F43 was seen after 2 tests$/m);
  const seen = await callCli(see!);
  expect(seen.code).toBe(1);
  expect(seen.stdout).toMatch(
    /^ORD-06 .* neither it nor export-ready passes a wave whose section is open\.$/m,
  );
  expect(seen.stdout).toContain('█');
  const shrunk = await callCli(shrink!);
  expect(shrunk.code).toBe(1);
  expect(shrunk.stdout).toMatch(
    /^shrunk +2 waves, 2 primitives, 1 draw, .*, 0 choices other than the first$/m,
  );
  expect((await callCli(again!)).code).toBe(1);
  expect(others).toEqual([]);
});
