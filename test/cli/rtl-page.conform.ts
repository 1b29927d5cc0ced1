import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { hasTool } from '../support/external-tool.js';
import { prepareInstalledCommands } from '../support/installed-commands.js';
import { ENVIRONMENT_OUTSIDE_CLONE, hideClone } from '../support/installed-package.js';
import { createTempFolder } from './support/run-cli.js';

const installed = await prepareInstalledCommands();
const PAGE = readFileSync(join(findPackageRoot(), 'docs', 'rtl.md'), 'utf8');
/** The build folder used by the commands on the page. */
const OUTPUT = '/tmp/pops';
const TOOLS = { iverilog: 'iverilog', python3: 'python3', cc: 'gcc' };
const hasAllTools = Object.entries(TOOLS).every(([tool, name]) => hasTool(tool, name));
const folder = createTempFolder();
const TIMEOUT_MINUTES = 10;

/** A command on the page, with the output lines shown for it. */
interface Step {
  readonly command: string;
  readonly lines: readonly string[];
}

const STEPS: readonly Step[] = Array.from(PAGE.matchAll(/^```\n([\s\S]*?)^```$/gm)).flatMap(([, block]) =>
  Array.from(block!.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm), ([, command, text]) => ({
    command: command!,
    lines: text!.split('\n').filter((line) => line !== ''),
  })),
);

/**
 * Converts output lines to a pattern. A `...` line matches any number of lines, and `…` matches the rest of its line.
 */
function toPattern(lines: readonly string[]): RegExp {
  const escaped = lines.map((line) =>
    line === '...' ? '(?:.*\\n)*?' : `${line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace('…', '.*')}\\n`,
  );
  return new RegExp(`^${escaped.join('')}`);
}

it('every step in docs/rtl.md has commands, except the step about traces', () => {
  const steps = PAGE.split(/^## (?=\d)/m).slice(1);
  const withoutCommands = steps.filter((step) => !step.includes('\n$ '));
  expect(withoutCommands.map((step) => step.split('\n', 1)[0])).toEqual(['4. Write a trace']);
  const commands = Array.from(PAGE.matchAll(/^\$ (.*)$/gm), ([, command]) => command);
  expect(STEPS.map(({ command }) => command)).toEqual(commands);
});

it.skipIf(installed === undefined || !hasAllTools)(
  'the commands in docs/rtl.md print the documented output, in order',
  () => {
    const relocate = (text: string): string => text.replaceAll(OUTPUT, folder);
    for (const { command, lines } of STEPS) {
      const [program, args] = hideClone(['sh', '-c', relocate(command)]);
      const { status, stdout, stderr } = spawnSync(program, args, {
        cwd: installed!.folder,
        env: ENVIRONMENT_OUTSIDE_CLONE,
        encoding: 'utf8',
      });
      const shouldFail = lines.some((line) => /^(?:FAIL|[A-Z]+-\d\d) /.test(line));
      expect({ command, status }, `${stdout}${stderr}`).toEqual({ command, status: shouldFail ? 1 : 0 });
      if (lines.length > 0) expect(stdout).toMatch(toPattern(lines.map(relocate)));
    }
  },
  TIMEOUT_MINUTES * 60_000,
);
