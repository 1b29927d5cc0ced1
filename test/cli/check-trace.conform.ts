import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { prepareInstalledCommands } from '../support/installed-commands.js';
import { until } from '../support/until.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const installed = await prepareInstalledCommands();

it.skipIf(installed === undefined)(
  'checks a replay as shown in docs/trace.md, and prints one JSON document',
  async () => {
    const page = readFileSync(join(installed!.root, 'docs', 'trace.md'), 'utf8');
    const lines = Array.from(page.matchAll(/^\$ npx --no-install pops-tb (.+)$/gm), ([, line]) => line!);
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'replay',
      'check-trace',
      'check-trace',
      'check-trace',
    ]);
    const [replay, check] = lines.map((line) => line.replaceAll("'", '').split(' '));
    expect((await installed!.run(replay!)).code).toBe(0);
    const { code, stdout } = await installed!.run([...check!, '--json']);
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ verdict: 'pass', violations: [], unchecked: [] });
    expect(document.waves).toBeGreaterThan(0);
  },
);

it('reads a trace, a scenario and a shader with Windows line endings', async () => {
  const writeWindowsCopy = (...path: string[]): string => {
    const file = join(folder, path.at(-1)!);
    const text = readFileSync(join(findPackageRoot(), 'docs', 'examples', ...path), 'utf8');
    writeFileSync(file, text.replaceAll('\n', '\r\n'));
    return file;
  };
  const [trace, scenario] = [
    writeWindowsCopy('trace', 'trace.jsonl'),
    writeWindowsCopy('trace', 'scenario.json'),
  ];
  const traceResult = await callCli(['check-trace', trace, '--scenario', scenario]);
  expect(traceResult).toMatchObject({ code: 0, stdout: expect.stringContaining('66 transactions, 2 waves') });
  const shader = writeWindowsCopy('shaders', 'gfx11-store-not-awaited.s');
  const checked = await callCli(['check', shader, '--seeds', '1']);
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('expected: RACE-01') });
});

describe('a pipe with a trace', () => {
  const example = join(findPackageRoot(), 'docs', 'examples', 'trace');
  const scenario = join(example, 'scenario.json');
  // A trace that wrongly reports no overlap for the second wave.
  const wrongTrace = readFileSync(join(example, 'trace.jsonl'), 'utf8').replace(
    /("kind":"wave-formed","cycle":\d+,"wave":1,.*"didOverlap":)true/,
    '$1false',
  );
  writeFileSync(join(folder, 'wrong.jsonl'), wrongTrace);
  const checkCommand = `"${process.execPath}" "${join(findPackageRoot(), 'dist', 'cli', 'main.js')}" check-trace - --scenario "${scenario}"`;
  const run = (line: string) => spawnSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8' });

  it('is closed at the first error with --stop-on-first, which stops an endless writer', () => {
    const endlessWriter = '{ cat wrong.jsonl; while echo; do :; done; } 2> /dev/null';
    const { status, stdout } = run(`${endlessWriter} | ${checkCommand} --stop-on-first`);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}- /);
    expect(stdout).toContain('stopped at trace -, line ');
  });

  /** Checks the wrong trace from a pipe that stays open until `isDone` returns true for the command's output. */
  async function checkUntil(isDone: (output: string) => boolean, ...options: string[]) {
    const main = join(findPackageRoot(), 'dist', 'cli', 'main.js');
    const child = spawn(process.execPath, [main, 'check-trace', '-', '--scenario', scenario, ...options]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const ended = once(child, 'close');
    child.stdin.on('error', () => undefined).write(wrongTrace);
    await until(() => isDone(output) || child.exitCode !== null);
    child.stdin.end();
    const [code] = await ended;
    return { code, output };
  }

  it('has its errors reported before it closes', async () => {
    const { code, output } = await checkUntil((text) => text.includes('ORD-04'));
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('ORD-04') });
    expect(output).toMatch(/repro {2}SIMULATION \| tee trace\.jsonl \| .* check-trace '-' --scenario /);
  });

  it('is closed if nothing arrives within --test-time', async () => {
    const { output } = await checkUntil((text) => text.includes('INCON'), '--test-time', '300ms');
    expect(output).toContain('INCONCLUSIVE  -: timeout: exceeded --test-time 0.3s');
  });
});
