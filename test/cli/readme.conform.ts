import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCollector, summariseCoverage } from '../../coverage/index.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { SUITES } from '../../stimulus/index.js';
import { prepareInstalledCommands } from '../support/installed-commands.js';
import { splitShellWords } from './support/doc-commands.js';
import type { CliResult } from './support/run-cli.js';

const installed = await prepareInstalledCommands();
const README = readFileSync(join(findPackageRoot(), 'README.md'), 'utf8');

/** The arguments of each command shown in the README. */
const COMMANDS = Array.from(README.matchAll(/^\$ npx --no-install pops-tb (.+)$/gm), ([, line]) => line!);

const runs = new Map<string, Promise<CliResult>>();

/** Runs a command of the installed package once, and caches its result. */
function runOnce(line: string): Promise<CliResult> {
  const result = runs.get(line) ?? installed!.run(splitShellWords(line));
  runs.set(line, result);
  return result;
}

it('the README states the same soak duration as the list of suites', () => {
  const time = /ten million clean waves.*?about ([\w ]+?) on two cores/s;
  expect(time.exec(SUITES.soak!.text)![1]).toBe(time.exec(README)![1]);
});

it('the README shows the current number of bins in its sample run', () => {
  const { total } = summariseCoverage(createCollector('readme').snapshot());
  expect(/^coverage .* of ([\d,]+) bins\)$/m.exec(README)![1]).toBe(total.toLocaleString('en'));
});

describe.skipIf(installed === undefined)('the commands in the README', () => {
  it('show a run with a fault, a replay of its failure, a real shader that fails, and a trace', () => {
    expect(COMMANDS.map((line) => line.split(' ')[0])).toEqual(['run', 'replay', 'check', 'check-trace']);
  });

  it.each(COMMANDS.slice(0, 3))('%s violates the rule shown in the README', async (line) => {
    const { code, stdout } = await runOnce(line);
    const block = README.slice(README.indexOf(`$ npx --no-install pops-tb ${line}\n`));
    const rule = /^((?:ORD|RACE|HANG|PROTO|CFG)-\d\d) /m.exec(block)![1]!;
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^${rule} `, 'm'));
  });

  it.each(COMMANDS)('%s prints every line shown in the README', async (line) => {
    const { stdout, stderr } = await runOnce(line);
    // The README omits scenario hashes and the folder of the run.
    const lines = `${stdout}${stderr}`.replaceAll(/~[0-9a-f]{8}'/g, "'").split('\n');
    const [block] = README.slice(README.indexOf(`$ npx --no-install pops-tb ${line}\n`)).split(/\n\$ |\n```/);
    const shownLines = block!.split('\n').slice(1);
    expect(shownLines.length).toBeGreaterThan(0);
    for (const shownLine of shownLines.filter((text) => text !== '...')) expect(lines).toContain(shownLine);
  });

  it('replay the failing test that the run finds', async () => {
    const { stdout } = await runOnce(COMMANDS[0]!);
    const test = /replay '([^'~]+)/.exec(stdout)![1];
    expect(COMMANDS[1]).toContain(`'${test}'`);
  });
});
