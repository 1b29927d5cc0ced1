import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../cli/commands.js';
import { hasTool } from '../support/external-tool.js';
import { callCli } from './support/call-cli.js';

const { code, stdout: page } = await callCli(['man']);
/** Long commands go on after a backslash, in page and help at other places. */
const joined = (text: string): string => text.replace(/ \\\n +/g, ' ');
/** The page as a reader sees its words: dashes are escaped in roff. */
const words = joined(page.replaceAll('\\-', '-').replaceAll('\\(dq', '"').replaceAll('\\e', '\\'));

describe('the manual page', () => {
  it.each(COMMANDS.map(({ name }) => name))('says all that "%s --help" says', async (name) => {
    expect(code).toBe(0);
    const help = joined((await callCli([name, '--help'])).stdout);
    expect(words).toContain(help.split('\n')[0]!.replace('Usage: ', ''));
    for (const [, flag] of help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)) expect(words).toContain(flag);
    for (const [, line] of help.matchAll(/^ {2}(pops-tb .*?)(?: {2,}.*)?$/gm)) expect(words).toContain(line);
  });

  it.runIf(hasTool('groff', 'groff-base'))('is read by groff without a warning', () => {
    const read = spawnSync('groff', ['-ww', '-man', '-Tutf8'], { input: `${page}\n`, encoding: 'utf8' });
    expect(read.stderr).toBe('');
    expect(read.stdout).toContain('inject these faults');
  });
});
