import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.js';
import { callCli } from './support/call-cli.js';
import { type CliResult, createTempFolder, runCli } from './support/run-cli.js';

const folder = createTempFolder();
const SUITE = join(folder, 'misbehaving.mjs');
const HANGING = join(folder, 'hanging');
const OUT = join(folder, 'printed');

writeFileSync(
  SUITE,
  `import { writeFileSync } from 'node:fs';
import { scenarios } from 'pops-testbench/stimulus';
const after = (action) => scenarios.empty_section({ chips: ['navi21'] }).map((scenario) => (action(), scenario));
const sequences = [
  { name: 'print_pass', scenario: after(() => console.log('on my way')) },
  { name: 'print_throw', scenario: after(() => { console.error('nearly there'); throw new Error('boom 17'); }) },
  { name: 'leave', scenario: after(() => process.exit(0)) },
  { name: 'loop', scenario: after(() => { writeFileSync(${JSON.stringify(HANGING)}, ''); for (;;); }) },
];
export default { sequences, tests: sequences.map(({ name }) => ({ sequence: name })), seed: '0x1', count: 4 };
`,
);

describe('the output of suite code', () => {
  let run: CliResult;
  beforeAll(async () => {
    run = await runCli(['run', SUITE, '--test', 'print*', '--workers', '1', '--json', '--out', OUT], folder);
  });

  it('is not part of the document but is stored separately for each test', () => {
    const { tests, passed, errors, buckets } = JSON.parse(run.stdout);
    expect([run.code, tests, errors]).toEqual([1, 4, 4 - passed]);
    const outputs = readdirSync(join(OUT, 'output'));
    expect(outputs.filter((name) => /^print_pass\.\d+\.txt$/.test(name))).toHaveLength(passed);
    expect(readFileSync(join(OUT, 'output', outputs[0]!), 'utf8')).toBe('on my way\n');
    const [bucket] = readdirSync(join(OUT, 'failures'));
    const stored = join(OUT, 'failures', bucket!, buckets[0].first, 'violations.json');
    const { message } = JSON.parse(readFileSync(stored, 'utf8'));
    expect(message).toMatch(/^Error: boom 17\n[\s\S]*It printed:\nnearly there$/);
  });

  it('appears in a regenerated report, with or without the suite file', async () => {
    const withoutSuite = await callCli(['report', OUT]);
    expect(withoutSuite.stderr).toMatch(/^Missing --suite-file: .*; the page omits the slowest tests$/m);
    const complete = await callCli(['report', OUT, '--suite-file', SUITE]);
    expect([withoutSuite, complete]).toMatchObject([{ code: 0 }, { code: 0, stderr: '' }]);
    expect(readFileSync(join(OUT, 'report.md'), 'utf8')).toMatch(/- printed: \d passing tests? printed/);
    expect(readFileSync(join(OUT, 'index.html'), 'utf8')).toContain('nearly there');
  });
});

describe('a suite file that ends the process while loading', () => {
  it.each([
    ['exiting', 'process.exit(0);'],
    ['waiting forever', 'await new Promise(() => undefined);'],
  ])('by %s is rejected with exit code 2 and a one-line error', async (_, code) => {
    const file = join(folder, 'exiting.mjs');
    writeFileSync(file, `${code}\nexport default {};\n`);
    const { code: exitCode, stdout, stderr } = await runCli(['run', file], folder);
    expect([exitCode, stdout, stderr]).toEqual([
      2,
      '',
      `Invalid suite file ${file}: it does not load: its code exits the process or waits forever\n`,
    ]);
  });
});

describe('a suite with constraints that no scenario satisfies', () => {
  it('stops the run with exit code 2 and a one-line error that names the unmet constraints', async () => {
    const file = join(folder, 'never.json');
    const within = { wave: 32, primitives: [1, 5000], pixels: [1, 1] };
    const tests = [{ sequence: 'rmw_buffer' }];
    writeFileSync(file, JSON.stringify({ count: 3, seed: '0x1', chips: ['navi21'], within, tests }));
    const { code, stdout, stderr } = await callCli(['run', file, '--out', join(folder, 'never')]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      'Cannot meet the constraints of test rmw_buffer: within.pixels [1,1]; none of 200 scenarios of rmw_buffer met them',
    );
    expect(stderr).not.toContain('    at ');
  });
});

describe('a replay', () => {
  it('times out, like the run, when a generator loops', async () => {
    const { code, stdout } = await callCli(['replay', `${SUITE}:loop@0x1`, '--test-time', '200ms']);
    expect(stdout).toBe(`FAIL  ${SUITE}:loop@0x1: timeout: exceeded --test-time 0.2s\n`);
    expect(code).toBe(1);
  });

  it('fails when a test throws, and reports where the error was thrown', async () => {
    const { code, stdout } = await callCli(['replay', `${SUITE}:print_throw@0x1`, '--json']);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ verdict: 'fail', signature: 'error Error boom N', violations: [] });
    expect(document.message).toMatch(/^Error: boom 17\n.*misbehaving\.mjs/);
    expect(code).toBe(1);
  });
});

describe('a replay of a test that ends its process', () => {
  it('fails', async () => {
    const { code, stdout } = await runCli(['replay', `${SUITE}:leave@0x1`], folder);
    expect(stdout).toBe(`FAIL  ${SUITE}:leave@0x1: the code it ran ended the process\n`);
    expect(code).toBe(1);
  });
});

describe('a run with a test that hangs', () => {
  it('drops the test at the second interrupt, and still writes the report', async () => {
    rmSync(HANGING, { force: true });
    const out = join(folder, 'dropped');
    const args = ['run', SUITE, '--test', 'loop', '--workers', '1', '--json', '--out', out];
    const { code, stdout, stderr } = await runCli(args, folder, (kill, output) => {
      // Two identical signals in quick succession would count as one.
      void until(() => existsSync(HANGING))
        .then(() => kill('SIGINT'))
        .then(() => until(() => output().includes('interrupt again to drop them')))
        .then(() => kill('SIGTERM'));
    });
    expect(stderr).toContain('interrupt again to drop them');
    expect(JSON.parse(stdout)).toMatchObject({ tests: 0, testsPerSecond: 0 });
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toMatch(/^# PARTIAL {2}no tests have finished/);
    expect(code).toBe(130);
  });
});
