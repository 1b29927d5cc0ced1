import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAILURE_FILES } from '../../regression/basics/run-files.js';
import { packageRoot } from '../../regression/index.js';
import { decodeScenario } from '../../transactions/index.js';
import { hasTool } from '../support/external-tool.js';
import { callCli } from './support/call-cli.js';
import { type CliResult, temporaryFolder } from './support/run-cli.js';

const DESIGN = `python3 '${join(packageRoot(), 'examples', 'cosim', 'design.py')}'`;
const folder = temporaryFolder();
let runs = 0;

interface Told {
  readonly test: string;
  readonly verdict: string;
  readonly signature?: string;
  readonly observed?: string;
  readonly folder?: string;
}

/** Runs tests with this command as the exit tracker. */
function cosim(dut: string, ...words: string[]): Promise<CliResult> {
  const out = join(folder, String(runs++));
  return callCli(['cosim', '--dut', dut, '--unit', 'exit-tracker', '--out', out, '--json', ...words]);
}

function smoke(dut: string, count: number, chip: string): Promise<CliResult> {
  return cosim(dut, '--suite', 'smoke', '--count', String(count), '--chip', chip);
}

function testsIn({ stdout }: CliResult): readonly Told[] {
  return JSON.parse(stdout).tests;
}

describe.skipIf(!hasTool('python3', 'python3'))('the design in Python', () => {
  it.each(['vega10', 'navi10', 'navi21', 'navi31'])('passes in place of the tracker of %s', async (chip) => {
    const result = await smoke(DESIGN, 4, chip);
    expect(result.code, result.stdout).toBe(0);
    expect(testsIn(result).map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'pass']);
  });

  it.each([
    ['out-of-order', /^(?:ORD-06|HANG-01) /],
    ['ahead', /^ORD-06 /],
    ['wrap', /^HANG-01 /],
    ['exit-lost', /^HANG-01 /],
    ['slow', /^IDLE-02 /],
  ])('fails with its bug %s', async (bug, rule) => {
    const result = await smoke(`${DESIGN} --bug ${bug}`, bug === 'wrap' ? 12 : 4, 'navi21');
    expect(result.code).toBe(1);
    const failed = testsIn(result).filter(({ verdict }) => verdict === 'fail');
    expect(failed.length).toBeGreaterThan(0);
    for (const { signature } of failed) expect(signature).toMatch(rule);
  });

  it('gives the same failure however late it answers, which replays without it', async () => {
    const late = join(folder, 'late.py');
    const pause = 'import random, time\nimport sys\n';
    const text = readFileSync(join(packageRoot(), 'examples', 'cosim', 'design.py'), 'utf8');
    writeFileSync(
      late,
      text
        .replace('import argparse\n', `import argparse\n${pause}`)
        .replace(
          'def say(*lines):\n',
          'def say(*lines):\n    time.sleep(random.SystemRandom().random() / 500)\n',
        ),
    );
    const both = [`${DESIGN} --bug ahead`, `python3 '${late}' --bug ahead`];
    const [first, second] = await Promise.all(
      both.map(async (dut) => testsIn(await cosim(dut, 'rmw_buffer@0x1', '--chip', 'navi21'))[0]!),
    );
    expect(first).toMatchObject({ verdict: 'fail' });
    const [stored, again] = [first!, second!].map((told) => {
      const file = join(told.folder!, FAILURE_FILES.scenario);
      const { design, ...scenario } = decodeScenario(readFileSync(file), file);
      return { ...scenario, answers: design!.answers };
    });
    expect(again).toEqual(stored);
    const replayed = await callCli(['replay', first!.folder!, '--json']);
    expect(replayed.code).toBe(1);
    expect(replayed.stdout).toContain(first!.signature!.split(' ')[0]!);
  });
});

/** A design in one line of Node: what it does with a line, after the greeting and `ready`. */
function scripted(onStep: string, version = 1): string {
  const file = join(folder, `design-${runs++}.mjs`);
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
const say = (text) => process.stdout.write(text + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('hello')) say('welcome ${version}');
  if (line === 'begin') say('ready 4');
  if (line.startsWith('step')) { ${onStep} }
});
`,
  );
  return `'${process.execPath}' '${file}'`;
}

describe('a design that goes wrong', () => {
  it.each([
    ['dies', 'process.exit(7)'],
    ['hangs', ''],
    ['floods', "for (;;) say('# ' + 'x'.repeat(60000))"],
    ['says nonsense', "say('exploded 4'); say('done -1')"],
    ['answers for an earlier cycle', "say('visible 0 0 1'); say('done -1')"],
    ['names a wave that is not there', "say('exited ' + line.split(' ')[1] + ' 0 999999'); say('done -1')"],
  ])('and %s fails its test with one line, and the next test runs', async (_, onStep) => {
    const names = ['rmw_buffer@0x1', 'or_bits@0x2'];
    const result = await cosim(scripted(onStep), ...names, '--chip', 'navi21', '--dut-time', '1s');
    expect(result.code).toBe(1);
    const tests = testsIn(result);
    expect(tests.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
    for (const { observed } of tests) expect(observed).toMatch(/^.+$/);
  });

  it.each([
    ['cannot be started', () => '/no/such/design'],
    ['speaks another version', () => scripted('', 9)],
  ])('and %s ends the command', async (_, dut) => {
    const result = await cosim(dut(), 'rmw_buffer@0x1', '--chip', 'navi21');
    expect(result.code).toBe(2);
    expect(result.stderr.trim()).toMatch(/^.+$/);
  });
});
