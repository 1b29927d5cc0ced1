import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { addUpgradeAdvice } from '../../cli/doctor/check-setup.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { callCli } from '../cli/support/call-cli.js';
import { splitShellWords } from '../cli/support/doc-commands.js';
import { createTempFolder } from '../cli/support/run-cli.js';

const FOLDER = join(findPackageRoot(), 'docs', 'examples', 'ci');
const FILES = readdirSync(FOLDER);
const readText = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** Variables set by the CI services. All other variables are treated as shard numbers. */
const VARIABLES: Readonly<Record<string, string>> = { CI_NODE_TOTAL: '4', parts: '8' };

function substituteVariables(line: string): string {
  return line
    .replace(/\$\{\{[^}]*\}\}/g, '1')
    .replace(/\$\{?(\w+)\}?/g, (_, name: string) => VARIABLES[name] ?? '1')
    .replace(/ 2> .*/, '');
}

/** Collects all strings in a parsed document. */
function collectStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectStrings) : [];
}

function readCommandLines(file: string): string[] {
  return file.endsWith('.yml') ? collectStrings(parse(readText(file))) : readText(file).split('\n');
}

const COMMANDS = FILES.flatMap((file) =>
  readCommandLines(file)
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => [...line.matchAll(/npx --no-install pops-tb (.+)/g)].map(([, command]) => command!))
    .map((command) => ({ file, line: substituteVariables(command).trim() })),
);

describe('the examples for CI', () => {
  it('use the recommended Node version, and keep the history between nightly runs', () => {
    for (const file of ['github-actions.yml', 'gitlab-ci.yml']) {
      const text = readText(file);
      for (const [, node] of text.matchAll(/node(?:-version)?: ?(\d+)/g))
        expect(addUpgradeAdvice(`v${node}.0.0`)).toBe(`v${node}.0.0`);
      expect(text).toMatch(/cache[\s\S]*out\/history\.jsonl/);
    }
  });

  it('all run the testbench, except for the timer and the (valid) configuration file', async () => {
    const withoutCommand = FILES.filter((file) => !COMMANDS.some((command) => command.file === file));
    expect(withoutCommand.sort()).toEqual(['pops-tb-nightly.timer', 'pops-tb.config.json']);
    const config = join(FOLDER, 'pops-tb.config.json');
    expect(await callCli(['list', 'chips', '--config', config])).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(COMMANDS)('$file: pops-tb $line is a valid command', async ({ line }) => {
    const words = splitShellWords(line);
    // The service file sets the queue through an environment variable. Pass it as an option here, because other tests
    // share this process's environment.
    if (words[0] === 'worker') words.push('--queue', 'redis://');
    const isReadOnly = words[0] !== 'run' || words.includes('--known-issues');
    // Exploring all scenes takes a minute, so this test only checks that the command and its options exist.
    const options = words.filter((word) => word.startsWith('--'));
    if (words[0] === 'explore') words.push('--help');
    const { code, stdout, stderr } = await callCli(isReadOnly ? words : [...words, '--dry-run']);
    for (const option of words[0] === 'explore' ? options : []) expect(stdout).toContain(`${option} `);
    // Some commands need files from earlier runs.
    if (isReadOnly && code !== 0)
      expect(stderr).toMatch(/is not a run directory|No runs in|Cannot read known issues|Invalid --queue/);
    else expect([code, stderr, stdout.length > 0]).toEqual([0, '', true]);
  });

  it('print the error when the nightly run does not start, so that cron mails it', () => {
    const clone = createTempFolder();
    writeFileSync(join(clone, 'npx'), '#!/bin/sh\necho "no such file" >&2\nexit 2\n', { mode: 0o755 });
    const nightly = readCommandLines('crontab').find((line) => line.startsWith('0 1 '))!;
    const command = nightly.replace(/^0 1 \* \* \* +/, '').replaceAll('/srv/pops-testbench', `'${clone}'`);
    const env = { ...process.env, PATH: `${clone}:${process.env.PATH}` };
    expect(spawnSync('sh', ['-c', command], { encoding: 'utf8', env })).toMatchObject({
      stdout: 'no such file\n',
      stderr: '',
    });
  });

  it('are valid shell scripts', () => {
    // Bash also complains about a locale that is not installed.
    const env = { ...process.env, LC_ALL: 'C' };
    for (const file of FILES.filter((name) => name.endsWith('.sh')))
      expect(spawnSync('bash', ['-n', join(FOLDER, file)], { encoding: 'utf8', env }).stderr).toBe('');
  });
});
