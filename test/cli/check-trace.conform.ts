import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../regression/index.js';
import { runCli, temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();

it('judges the trace of a replay as docs/trace.md shows it, with one document for tools', async () => {
  const page = readFileSync(join(packageRoot(), 'docs', 'trace.md'), 'utf8');
  const lines = Array.from(page.matchAll(/^\$ npx --no-install pops-tb (.+)$/gm), ([, line]) => line!);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['replay', 'check-trace']);
  const [replay, check] = lines.map((line) => line.replaceAll("'", '').split(' '));
  expect((await runCli(replay!, folder)).code).toBe(0);
  const { code, stdout } = await runCli([...check!, '--json'], folder);
  expect(code).toBe(0);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ verdict: 'pass', violations: [], unchecked: [] });
  expect(document.waves).toBeGreaterThan(0);
});

it('ends with 2 and one line for a file that is not there', async () => {
  const { code, stderr } = await runCli(['check-trace', 'nowhere.jsonl'], folder);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'Cannot read trace nowhere.jsonl: no such file or directory\n',
  });
});
