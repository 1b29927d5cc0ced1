import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../regression/index.js';
import { installedCommands } from '../support/installed-commands.js';
import { callCli } from './support/call-cli.js';
import { runCli, temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();
const installed = await installedCommands();

it.skipIf(installed === undefined)(
  'judges a replay as docs/trace.md shows it, with one document for tools',
  async () => {
    const page = readFileSync(join(installed!.root, 'docs', 'trace.md'), 'utf8');
    const lines = Array.from(page.matchAll(/^\$ npx --no-install pops-tb (.+)$/gm), ([, line]) => line!);
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['replay', 'check-trace']);
    const [replay, check] = lines.map((line) => line.replaceAll("'", '').split(' '));
    expect((await installed!.run(replay!)).code).toBe(0);
    const { code, stdout } = await installed!.run([...check!, '--json']);
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ verdict: 'pass', violations: [], unchecked: [] });
    expect(document.waves).toBeGreaterThan(0);
  },
);

it('ends with 2 and one line for a file that is not there', async () => {
  const { code, stderr } = await runCli(['check-trace', 'nowhere.jsonl'], folder);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'Cannot read trace nowhere.jsonl: no such file or directory\n',
  });
});

it('reads files with the line ends of Windows: a trace, a scenario, and a shader', async () => {
  const withReturns = (...path: string[]): string => {
    const file = join(folder, path.at(-1)!);
    const text = readFileSync(join(packageRoot(), 'examples', ...path), 'utf8');
    writeFileSync(file, text.replaceAll('\n', '\r\n'));
    return file;
  };
  const [trace, scenario] = [withReturns('trace', 'trace.jsonl'), withReturns('trace', 'scenario.json')];
  const judged = await callCli(['check-trace', trace, '--scenario', scenario]);
  expect(judged).toMatchObject({ code: 0, stdout: expect.stringContaining('66 transactions, 2 waves') });
  const shader = withReturns('shaders', 'gfx11-store-not-awaited.s');
  const checked = await callCli(['check', shader, '--seeds', '1']);
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('expected: RACE-01') });
});

describe('a pipe', () => {
  const example = join(packageRoot(), 'examples', 'trace');
  const scenario = join(example, 'scenario.json');
  // The second wave is told of no overlap.
  const wrong = readFileSync(join(example, 'trace.jsonl'), 'utf8').replace(
    /("kind":"wave-formed","cycle":\d+,"wave":1,.*"didOverlap":)true/,
    '$1false',
  );
  writeFileSync(join(folder, 'wrong.jsonl'), wrong);
  const judge = `"${process.execPath}" "${join(packageRoot(), 'dist', 'cli', 'main.js')}" check-trace - --scenario "${scenario}"`;
  const run = (line: string) => spawnSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8' });

  it('is closed at the first error by wish, which ends a writer that would go on for ever', () => {
    const endless = '{ cat wrong.jsonl; while echo; do :; done; } 2> /dev/null';
    const { status, stdout } = run(`${endless} | ${judge} --stop-on-first`);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}- /);
    expect(stdout).toContain('stopped at trace -, line ');
  });

  it('gets errors while it is open, and its silence is limited', () => {
    const open = 'cat wrong.jsonl; until grep -q ORD-04 said; do :; done';
    const { status } = run(`: > said; { ${open}; } | ${judge} 2> said > /dev/null`);
    expect(status).toBe(1);
    const lost = run(
      `: > lost; { cat wrong.jsonl; until [ -s lost ]; do :; done; } | ${judge} --test-time 300ms 2>&1 | grep INCON > lost; cat lost`,
    );
    expect(lost.stdout).toContain('INCONCLUSIVE  -: timeout: exceeded --test-time 0.3s');
  });
});
