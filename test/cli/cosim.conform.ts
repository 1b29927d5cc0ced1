import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { FAILURE_FILES } from '../../regression/basics/run-files.js';
import { packageRoot, runScenarioTest } from '../../regression/index.js';
import { DESIGN_UNITS, type DesignUnit, decodeScenario } from '../../transactions/index.js';
import { hasTool } from '../support/external-tool.js';
import { callCli } from './support/call-cli.js';
import { type CliResult, runCli, temporaryFolder } from './support/run-cli.js';

const EXAMPLES = join(packageRoot(), 'examples', 'cosim');
/** The command of one of the designs in Python. */
const dutOf = (file: string): string => `python3 '${join(EXAMPLES, file)}'`;
const DESIGN = dutOf('design.py');
const UNIT_OF: Readonly<Record<string, string>> = {
  'overlap.py': 'overlap-to-exit',
  'launch.py': 'packer-to-launch',
};
/** The bugs of the designs for larger parts, as the README lists them. */
const BUGS = Array.from(
  readFileSync(join(EXAMPLES, 'README.md'), 'utf8').matchAll(
    /^\| `(\w+\.py) ([\w-]+)` .*\| `(.*)` +\| ([A-Z]+-\d\d) +\|$/gm,
  ),
  ([, file, bug, test, rule]) => ({ file: file!, bug: bug!, test: test!, rule: rule! }),
);
const folder = temporaryFolder();
/** Looks for what another process does. */
const WAIT = { timeout: 60_000, interval: 50 };
let runs = 0;

interface Told {
  readonly test: string;
  readonly verdict: string;
  readonly signature?: string;
  readonly observed?: string;
  readonly folder?: string;
}

/** Runs tests with this command as the exit tracker, or as the unit that is named. */
function cosim(dut: string, ...words: string[]): Promise<CliResult> {
  const out = join(folder, String(runs++));
  const unit = words.includes('--unit') ? [] : ['--unit', 'exit-tracker'];
  return callCli(['cosim', '--dut', dut, ...unit, '--out', out, '--json', ...words]);
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
    writeFileSync(
      late,
      `import random, sys, time
sys.path.insert(0, sys.argv.pop(1))
import design, session
write = session.write
def late(lines):
    time.sleep(random.SystemRandom().random() / 500)
    write(lines)
session.write = late
design.main()
`,
    );
    const both = [`${DESIGN} --bug ahead`, `python3 '${late}' '${EXAMPLES}' --bug ahead`];
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

describe.skipIf(!hasTool('python3', 'python3'))('designs for larger parts', () => {
  it.each(
    Object.keys(UNIT_OF).flatMap((file) =>
      ['vega10', 'navi10', 'navi21', 'navi31'].map((chip) => [file, chip] as const),
    ),
  )('%s passes on %s; on navi31 with outputs held off, too', async (file, chip) => {
    const test = ['rmw_buffer@0x660c72c6889efb88', '--unit', UNIT_OF[file]!, '--chip', chip];
    const plain = testsIn(await cosim(dutOf(file), ...test));
    const held = chip === 'navi31' ? testsIn(await cosim(dutOf(file), ...test, '--hold', '20')) : [];
    for (const told of [...plain, ...held]) expect(told).toMatchObject({ verdict: 'pass' });
    expect(held.length).toBe(chip === 'navi31' ? 1 : 0);
  });

  it.each(BUGS)(
    '$file fails with its bug $bug by $rule, which replays without it',
    async ({ file, bug, test, rule }) => {
      const unit = ['--unit', UNIT_OF[file]!, '--chip', 'navi21'];
      const [failed] = testsIn(await cosim(`${dutOf(file)} --bug ${bug}`, ...test.split(' '), ...unit));
      expect(failed!.signature).toMatch(new RegExp(`^${rule} `));
      const stored = join(failed!.folder!, FAILURE_FILES.scenario);
      const replayed = runScenarioTest(decodeScenario(readFileSync(stored), stored));
      expect(replayed.finding?.signature).toBe(failed!.signature);
    },
  );

  it('say that they are asked for another unit; the replay quotes them, and its line is stored', async () => {
    const unit = ['--unit', 'packer-to-launch', '--chip', 'navi21'];
    const [failed] = testsIn(await cosim(dutOf('overlap.py'), 'rmw_buffer@0x1', ...unit));
    const said =
      'the design has ended with exit code 1: "this design takes the place of unit 2, but the test is for unit 3"';
    expect(failed!.observed).toBe(said);
    expect(readFileSync(join(failed!.folder!, 'repro.txt'), 'utf8')).toContain(`replay '${failed!.folder!}'`);
    const replayed = await callCli(['replay', failed!.folder!]);
    expect([replayed.code, replayed.stdout]).toEqual([1, `FAIL  ${said}\n`]);
  });

  it('have three bugs at least in each', () => {
    for (const file of Object.keys(UNIT_OF))
      expect(BUGS.filter((each) => each.file === file).length).toBeGreaterThanOrEqual(3);
  });
});

/** A design in one line of Node: what it does with a line, after the greeting and `ready`. */
function scripted(onStep: string, version = 1): string {
  const file = join(folder, `design-${runs++}.mjs`);
  writeFileSync(
    file,
    `import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
const say = (text) => writeSync(1, text + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('hello')) say('welcome ${version}');
  if (line === 'begin') say('ready 4');
  if (line.startsWith('step')) { ${onStep} }
});
`,
  );
  return `'${process.execPath}' '${file}'`;
}

/** An output that each unit may say. */
const OUTPUT_OF: Readonly<Record<DesignUnit, string>> = {
  'exit-tracker': 'exited',
  'overlap-to-exit': 'visible',
  'packer-to-launch': 'numbered',
};

/** What any design may do wrong, with what is said of it; `OUTPUT` is an output of its unit, `NOW` the cycle of the step. */
const WRONGS: readonly (readonly [name: string, onStep: string, said: RegExp])[] = [
  [
    'dies',
    "process.stderr.write('out of cells\\n', () => process.exit(7))",
    /^the design has ended with exit code 7: "out of cells"$/,
  ],
  ['hangs', '', /did not answer for 1 s and was ended/],
  ['floods', "for (;;) say('# ' + 'x'.repeat(60000))", /sent more than 4 MiB without the end/],
  ['says nonsense', "say('exploded 4'); say('done -1')", /"exploded 4": no message of a design/],
  ['says no number', "say('done soon')", /"done soon": "next" is no integer/],
  ['leaves a field out', "say('OUTPUT 9'); say('done -1')", /has 3 fields, not 1/],
  ['is late', "say('OUTPUT 0 0 1'); say('done -1')", /it comes late: cycle \d+ has begun/],
  ['is for ever late', "say('done 0')", /the next step has to be later than cycle \d+/],
  ['goes on', "say('done -1\\ndone -1')", /went on after "done -1"/],
  ['takes less than nothing', "say('credit OUTPUT 1'); say('done -1')", /has no credits/],
  ['has more packers', "say('OUTPUT NOW 99 41'); say('done -1')", /packers are numbered from 0 to/],
];

describe('a design that goes wrong', () => {
  it.each(
    DESIGN_UNITS.flatMap((unit) => WRONGS.map(([name, onStep, said]) => [unit, name, onStep, said] as const)),
  )('as %s, and %s, fails its test with one line, and the next test runs', async (unit, _, onStep, said) => {
    const does = onStep.replaceAll('OUTPUT', OUTPUT_OF[unit]).replaceAll('NOW', "' + line.split(' ')[1] + '");
    const names = ['rmw_buffer@0x1', 'or_bits@0x2', '--unit', unit];
    const result = await cosim(scripted(does), ...names, '--chip', 'navi21', '--dut-time', '1s');
    expect(result.code).toBe(1);
    const tests = testsIn(result);
    expect(tests.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
    for (const { observed } of tests) {
      expect(observed).toMatch(/^.+$/);
      expect(observed).toMatch(said);
    }
  });

  it.each([
    ['exit code', 'process.exit(7)', 'the design has ended with exit code 7'],
    ['signal', "process.kill(process.pid, 'SIGKILL')", 'the design has ended with exit code 137 (SIGKILL)'],
  ])('and ends, has its %s in the bucket, whatever it said', async (_, end, bucket) => {
    const does = `process.stderr.write('cell 5: lost', () => ${end})`;
    const [failed] = testsIn(await cosim(scripted(does), 'rmw_buffer@0x1', '--chip', 'navi21'));
    expect(failed).toMatchObject({ signature: bucket, rule: 'error' });
    expect(failed!.observed).toContain(bucket);
  });

  it.each([
    [
      'a line of another program',
      "say('ERROR at t=10'); say('done -1')",
      'the design said "ERROR at t=10": no message',
    ],
    [
      'a number with a point',
      "say('exited 1.5 0 0'); say('done -1')",
      'the design said "exited 1.5 0 0": "cycle" is',
    ],
    [
      'lines without an end',
      "say('ERROR at t=10'); say('more')",
      'the design said "ERROR at t=10": no message',
    ],
    ['letters beyond ASCII', "say('héllo'); say('done -1')", 'the design said "héllo": no message'],
    [
      'a text without a line feed',
      "writeSync(1, 'ERROR at t=10')",
      'the design did not answer for 2 s and was ended: it last said "ERROR at t=10" without a line feed',
    ],
    [
      'a good line, and no end of its answer',
      "say('exited 99999 0 41')",
      'the design did not end its answer for 2 s and was ended: it last said "exited 99999 0 41"',
    ],
    [
      'hidden characters at great length',
      "process.stderr.write('\\x1b'.repeat(4000), () => process.exit(7))",
      'more characters',
    ],
  ])(
    'and prints %s, fails its test, which replays without it and runs again with it',
    async (_, onStep, said) => {
      const dut = scripted(onStep);
      const [failed] = testsIn(await cosim(dut, 'rmw_buffer@0x1', '--chip', 'navi21', '--dut-time', '2s'));
      expect(failed!.observed).toContain(said);
      const replayed = await callCli(['replay', failed!.folder!, '--json']);
      expect([replayed.code, replayed.stderr]).toEqual([1, '']);
      expect(JSON.parse(replayed.stdout)).toMatchObject({ message: failed!.observed });
      const again = await cosim(dut, failed!.folder!, '--dut-time', '2s');
      expect([again.code, testsIn(again)[0]!.observed]).toEqual([1, failed!.observed]);
    },
  );

  it.each([
    ['names a wave that is not there', "say('exited ' + line.split(' ')[1] + ' 0 999999'); say('done -1')"],
    ['describes no wave', "say('meets 9 0 0 1'); say('done -1')", 'overlap-to-exit'],
    ['names a younger wave', "say('meets 99999 0 41 42'); say('done -1')", 'overlap-to-exit'],
    ['is no tracker', "say('offered 99999 0 41'); say('done -1')", 'overlap-to-exit'],
    ['offers no wave', "say('offered ' + line.split(' ')[1] + ' 0 41'); say('done -1')", 'packer-to-launch'],
    [
      'gives an id that is none',
      "say('numbered ' + line.split(' ')[1] + ' 0 5000'); say('done -1')",
      'packer-to-launch',
    ],
    ['never numbers a wave', "say('done -1')", 'packer-to-launch'],
    ['never describes a wave', "say('done -1')", 'overlap-to-exit'],
  ])('and %s fails its test with one line', async (_, onStep, unit = 'exit-tracker') => {
    const names = ['rmw_buffer@0x1', '--unit', unit];
    const result = await cosim(scripted(onStep), ...names, '--chip', 'navi21', '--dut-time', '1s');
    expect(result.code).toBe(1);
    expect(testsIn(result)[0]!.observed).toMatch(/^.+$/);
  });

  it.each([
    ['exit-tracker', /^ {2}not answered by the design: "exit \d+ 0 \d+"/m],
    ['overlap-to-exit', /^ {2}not answered by the design: "completed \d+ 0 \d+ [01]"$/m],
    ['packer-to-launch', /^ {2}not answered by the design: "packed \d+ 0"$/m],
  ])('as %s, and leaves messages without an answer, has them named', async (unit, line) => {
    const words = [
      'rmw_buffer@0x1',
      '--unit',
      unit,
      '--chip',
      'navi21',
      '--out',
      join(folder, String(runs++)),
    ];
    const { code, stdout } = await callCli(['cosim', '--dut', scripted("say('done -1')"), ...words]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(line)]);
    const replayed = await callCli(['replay', stdout.match(/replay '(.*)'$/m)![1]!]);
    expect(replayed.stdout).toContain(stdout.match(line)![0].trim());
  });

  it.each(
    DESIGN_UNITS.flatMap((unit) => [
      [unit, 'cannot be started', (): string => '/no/such/design', /\/no\/such\/design.*not found/] as const,
      [
        unit,
        'speaks another version',
        (): string => scripted('', 9),
        /speaks version 9.*expected 1/,
      ] as const,
    ]),
  )('as %s, and %s, ends the command', async (unit, _, dut, said) => {
    const result = await cosim(dut(), 'rmw_buffer@0x1', '--unit', unit, '--chip', 'navi21');
    expect(result.code).toBe(2);
    expect(result.stderr.trim()).toMatch(/^.+$/);
    expect(result.stderr).toMatch(said);
  });
});

/** Whether a process has ended; one that is left to be collected by the system has. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform === 'linux' && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/** A design that starts another process, and takes no notice of signals or of the end of its input; where it tells their ids. */
function clinging(onStep: string): { readonly dut: string; readonly pids: () => readonly number[] } {
  const told = join(folder, `pids-${runs++}`);
  const file = join(folder, `clinging-${runs++}.mjs`);
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process';
import { writeFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
const say = (text) => {
  try {
    writeSync(1, text + '\\n');
  } catch {}
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE']) process.on(signal, () => undefined);
const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit' });
setInterval(() => undefined, 1000);
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('hello')) say('welcome 1');
  if (line === 'begin') say('ready 4');
  if (line.startsWith('step')) {
    writeFileSync(${JSON.stringify(told)}, process.pid + ' ' + child.pid);
    ${onStep}
  }
});
`,
  );
  const pids = (): readonly number[] =>
    existsSync(told) ? readFileSync(told, 'utf8').split(' ').map(Number) : [];
  return { dut: `'${process.execPath}' '${file}'`, pids };
}

describe('no process is left', () => {
  const gone = async (pids: readonly number[]): Promise<void> => {
    expect(pids.length).toBe(2);
    await vi.waitFor(() => expect(pids.filter((pid) => !isGone(pid))).toEqual([]), WAIT);
  };

  it.each([
    ['ends a design that is silent for too long', ''],
    ['has run its tests, and the design does not end', "say('done -1');"],
    ['drops a design that says nonsense', "say('nonsense');"],
  ])('when the testbench %s', async (_, onStep) => {
    const { dut, pids } = clinging(onStep);
    await cosim(dut, 'rmw_buffer@0x1', '--chip', 'navi21', '--dut-time', '1s');
    await gone(pids());
  });

  it.each([
    ['interrupted', 'SIGINT', "say('done -1');"],
    ['interrupted while the design hangs', 'SIGTERM', ''],
    ['killed', 'SIGKILL', "say('done -1');"],
    ['killed while the design hangs', 'SIGKILL', ''],
  ] as const)('when the testbench is %s', async (_, signal, onStep) => {
    const { dut, pids } = clinging(onStep);
    const words = ['--suite', 'smoke', '--unit', 'exit-tracker', '--count', '100000', '--dut-time', '3s'];
    await runCli(['cosim', '--dut', dut, ...words], folder, async (kill) => {
      await vi.waitFor(() => expect(pids().length).toBe(2), WAIT);
      kill(signal);
    });
    await gone(pids());
  });
});
