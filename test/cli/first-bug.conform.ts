import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { prepareInstalledCommands } from '../support/installed-commands.js';
import { extractCommands } from './support/doc-commands.js';

const installed = await prepareInstalledCommands();
const PAGE = readFileSync(join(findPackageRoot(), 'docs', 'first-bug.md'), 'utf8');
const STEPS = PAGE.slice(PAGE.indexOf('## Find it'));

/** Returns the output shown in a section of the page. */
function getShownOutput(section: string): string[] {
  const [, , , output] = PAGE.slice(PAGE.indexOf(`## ${section}`)).split(/^```$/m);
  return output!.split('\n').filter((line) => line !== '' && line !== '...');
}

/** Expects `output` to contain the lines from the page, in order. `…` stands for omitted text. */
function expectShown(output: string, lines: readonly string[]): void {
  const patterns = lines.map(
    (line) => `^${line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*')}$`,
  );
  expect(lines).not.toEqual([]);
  expect(output).toMatch(new RegExp(patterns.join('[^]*'), 'm'));
}

it.skipIf(installed === undefined)(
  'the commands in docs/first-bug.md find, replay and shrink the bug, in order',
  async () => {
    const { run } = installed!;
    const commands = extractCommands('first-bug.md', STEPS).map(({ args }) => args);
    const [find, see, shrink, replayShrunk, ...others] = commands;
    const found = await run(find!);
    expect(found.code).toBe(1);
    expectShown(found.stdout, getShownOutput('Find it'));
    const [, test] = /replay '(smoke:\S+)~\w+'/.exec(found.stdout)!;
    expect((await run(['replay', test!, '--chip', 'navi31'])).code).toBe(0);
    const shownBug = await run(see!);
    expect(shownBug.code).toBe(1);
    expectShown(shownBug.stdout, getShownOutput('See it'));
    expect(shownBug.stdout).toContain('█');
    const shrunk = await run(shrink!);
    expect(shrunk.code).toBe(1);
    expectShown(shrunk.stdout, getShownOutput('Make it small'));
    expect((await run(replayShrunk!)).code).toBe(1);
    expect(others).toEqual([]);
  },
);
