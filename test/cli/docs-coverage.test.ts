import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../regression/index.js';
import { callCli } from './support/call-cli.js';

const PAGE = readFileSync(join(packageRoot(), 'docs', 'coverage.md'), 'utf8');
const COMMANDS = Array.from(PAGE.matchAll(/`pops-tb ([^`]+)`/g), ([, line]) => line!.split(' '));

describe('the commands of docs/coverage.md', () => {
  it('are there', () => {
    expect(COMMANDS.length).toBeGreaterThan(8);
  });

  it.each(COMMANDS)('%s %s %s %s are understood, and miss only the run of the example', async (...words) => {
    const { code, stderr } = await callCli(words);
    expect(stderr).toMatch(/is not a run directory|No coverage in/);
    expect(code).toBe(2);
  });
});
