import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../regression/index.js';
import { runCli, temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();
const PAGE = readFileSync(join(packageRoot(), 'docs', 'regression.md'), 'utf8');
const COMMANDS = Array.from(PAGE.matchAll(/`pops-tb ([^`]+)`/g), ([, line]) =>
  line!.replaceAll("'", '').split(' '),
);
/** Options that need a file or directory which an example only names. */
const READING = ['--resume', '--rerun-failures', '--known-issues'];

function reads([name, ...words]: readonly string[]): boolean {
  return name !== 'run' || words.some((word) => READING.includes(word));
}

describe('the commands of docs/regression.md', () => {
  it('are there', () => {
    expect(COMMANDS.length).toBeGreaterThan(8);
  });

  it.concurrent.each(COMMANDS.filter((words) => !reads(words)))(
    '%s %s %s %s list their tests',
    async (...words) => {
      const { code, stderr } = await runCli([...words, '--dry-run'], folder);
      expect(stderr).toBe('');
      expect(code).toBe(0);
    },
  );

  it.concurrent.each(COMMANDS.filter(reads))(
    '%s %s %s %s are understood, and miss only the directory or file of the example',
    async (...words) => {
      const { code, stderr } = await runCli(words, folder);
      expect(stderr).toMatch(/is not a run directory|Cannot replay|Cannot read --known-issues|No runs in/);
      expect(code).toBe(2);
    },
  );
});
