import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DESIGN_UNITS, type DesignUnit } from '../../transactions/index.js';
import { callCli } from './support/call-cli.js';
import { cosimBench, testsIn } from './support/cosim.js';

const { cosim, freshPath } = cosimBench();

/** Seconds of silence after which a design hangs. */
const SILENT_SECONDS = 2;
const HANGING = ['--dut-time', `${SILENT_SECONDS}s`];
/** Enough time, even on a slow machine, for designs that end or answer. */
const ANSWERING = ['--dut-time', '60s'];

/** A design in Node that reacts to each step with `onStep`, after the greeting and `ready`. */
function scriptedDesign(onStep: string, version = 1): string {
  const file = `${freshPath('design-')}.mjs`;
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

/** One valid output of each unit. */
const OUTPUT_OF: Readonly<Record<DesignUnit, string>> = {
  'exit-tracker': 'exited',
  'overlap-to-exit': 'visible',
  'packer-to-launch': 'numbered',
};

/** Possible design mistakes, with the reported messages; `OUTPUT` is an output of its unit, `NOW` the step's cycle. Rows that name no output are the same for every unit. */
const MISTAKES: readonly (readonly [name: string, onStep: string, said: RegExp])[] = [
  [
    'dies',
    "process.stderr.write('out of cells\\n', () => process.exit(7))",
    /^the design has ended with exit code 7: "out of cells"$/,
  ],
  ['hangs', '', new RegExp(`did not answer for ${SILENT_SECONDS} s and was killed`)],
  ['floods', "for (;;) say('# ' + 'x'.repeat(60000))", /sent more than 4 MiB without the end/],
  [
    'says nonsense',
    "say('exploded 4'); say('done -1')",
    /"exploded 4": designs send no message with this name/,
  ],
  ['says no number', "say('done soon')", /"done soon": "next" is not an integer/],
  ['omits fields', "say('OUTPUT 9'); say('done -1')", /has 3 fields, not 1/],
  ['is late', "say('OUTPUT 0 0 1'); say('done -1')", /it is late: cycle \d+ has started/],
  ['is always late', "say('done 0')", /the next step has to be later than cycle \d+/],
  ['continues after its turn', "say('done -1\\ndone -1')", /continued after "done -1"/],
  ['gives credits for a message that has none', "say('credit OUTPUT 1'); say('done -1')", /has no credits/],
  [
    'names a packer that the chip lacks',
    "say('OUTPUT NOW 99 41'); say('done -1')",
    /packers are numbered from 0 to/,
  ],
];

describe('a faulty design', () => {
  it.each(
    DESIGN_UNITS.flatMap((unit, i) =>
      MISTAKES.filter(([, onStep]) => i === 0 || onStep.includes('OUTPUT')).map(
        ([name, onStep, said]) => [unit, name, onStep, said] as const,
      ),
    ),
  )('as %s that %s fails its test with one line, and the next test runs', async (unit, _, onStep, said) => {
    const reaction = onStep
      .replaceAll('OUTPUT', OUTPUT_OF[unit])
      .replaceAll('NOW', "' + line.split(' ')[1] + '");
    const names = ['rmw_buffer@0x1', 'or_bits@0x2', '--unit', unit];
    const time = onStep === '' ? HANGING : ANSWERING;
    const result = await cosim(scriptedDesign(reaction), ...names, '--chip', 'navi21', ...time);
    expect(result.code).toBe(1);
    const results = testsIn(result);
    expect(results.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
    for (const { observed } of results) {
      expect(observed).toMatch(/^.+$/);
      expect(observed).toMatch(said);
    }
  });

  it.each([
    ['exit code', 'process.exit(7)', 'the design has ended with exit code 7'],
    ['signal', "process.kill(process.pid, 'SIGKILL')", 'the design has ended with exit code 137 (SIGKILL)'],
  ])('that ends has its %s in the bucket, whatever it printed', async (_, end, bucket) => {
    const reaction = `process.stderr.write('cell 5: lost', () => ${end})`;
    const [failed] = testsIn(await cosim(scriptedDesign(reaction), 'rmw_buffer@0x1', '--chip', 'navi21'));
    expect(failed).toMatchObject({ signature: bucket, rule: 'DEVICE' });
    expect(failed!.observed).toContain(bucket);
  });

  it.each([
    [
      'a line of another program',
      "say('ERROR at t=10'); say('done -1')",
      'the design said "ERROR at t=10": designs send no message with this name',
    ],
    [
      'a number with a point',
      "say('exited 1.5 0 0'); say('done -1')",
      'the design said "exited 1.5 0 0": "cycle" is',
    ],
    [
      'lines without an end',
      "say('ERROR at t=10'); say('more')",
      'the design said "ERROR at t=10": designs send no message with this name',
    ],
    [
      'letters beyond ASCII',
      "say('héllo'); say('done -1')",
      'the design said "héllo": designs send no message with this name',
    ],
    [
      'a text without a line feed',
      "writeSync(1, 'ERROR at t=10')",
      `the design did not answer for ${SILENT_SECONDS} s and was killed: its last line is "ERROR at t=10" without a line feed`,
    ],
    [
      'a good line, and no end of its answer',
      "say('exited 99999 0 41')",
      `the design did not end its answer for ${SILENT_SECONDS} s and was killed: its last line is "exited 99999 0 41"`,
    ],
    [
      'hidden characters at great length',
      "process.stderr.write('\\x1b'.repeat(4000), () => process.exit(7))",
      'more characters',
    ],
  ])('that prints %s fails its test with a message that quotes it', async (_, onStep, said) => {
    const dut = scriptedDesign(onStep);
    const time = said.includes(`${SILENT_SECONDS} s`) ? HANGING : ANSWERING;
    const [failed] = testsIn(await cosim(dut, 'rmw_buffer@0x1', '--chip', 'navi21', ...time));
    expect(failed!.observed).toContain(said);
  });

  it('that prints hidden characters fails its test, which replays without it and reruns with it', async () => {
    const dut = scriptedDesign("process.stderr.write('\\x1bcell 5', () => process.exit(7))");
    const [failed] = testsIn(await cosim(dut, 'rmw_buffer@0x1', '--chip', 'navi21'));
    const replayed = await callCli(['replay', failed!.folder!, '--json']);
    expect([replayed.code, replayed.stderr]).toEqual([1, '']);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ message: failed!.observed });
    const again = await cosim(dut, failed!.folder!);
    expect([again.code, testsIn(again)[0]!.observed]).toEqual([1, failed!.observed]);
  });

  it.each([
    ['names a wave that does not exist', "say('exited ' + line.split(' ')[1] + ' 0 999999'); say('done -1')"],
    ['describes no wave', "say('meets 9 0 0 1'); say('done -1')", 'overlap-to-exit'],
    ['names a younger wave', "say('meets 99999 0 41 42'); say('done -1')", 'overlap-to-exit'],
    ['answers for another unit', "say('offered 99999 0 41'); say('done -1')", 'overlap-to-exit'],
    ['offers no wave', "say('offered ' + line.split(' ')[1] + ' 0 41'); say('done -1')", 'packer-to-launch'],
    [
      'gives an id out of range',
      "say('numbered ' + line.split(' ')[1] + ' 0 5000'); say('done -1')",
      'packer-to-launch',
    ],
    ['never numbers a wave', "say('done -1')", 'packer-to-launch'],
    ['never describes a wave', "say('done -1')", 'overlap-to-exit'],
  ])('that %s fails its test with one line', async (_, onStep, unit = 'exit-tracker') => {
    const names = ['rmw_buffer@0x1', '--unit', unit];
    const result = await cosim(scriptedDesign(onStep), ...names, '--chip', 'navi21', ...ANSWERING);
    expect(result.code).toBe(1);
    expect(testsIn(result)[0]!.observed).toMatch(/^.+$/);
  });

  it.each([
    ['exit-tracker', /^ {2}not answered by the design: "exit \d+ 0 \d+"/m],
    ['overlap-to-exit', /^ {2}not answered by the design: "completed \d+ 0 \d+ [01]"$/m],
    ['packer-to-launch', /^ {2}not answered by the design: "packed \d+ 0"$/m],
  ])('as %s that leaves messages unanswered has them named', async (unit, line) => {
    const words = ['rmw_buffer@0x1', '--unit', unit, '--chip', 'navi21', '--out', freshPath()];
    const { code, stdout } = await callCli(['cosim', '--dut', scriptedDesign("say('done -1')"), ...words]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(line)]);
    const replayed = await callCli(['replay', stdout.match(/replay '(.*)'$/m)![1]!]);
    expect(replayed.stdout).toContain(stdout.match(line)![0].trim());
  });

  it.each(
    DESIGN_UNITS.slice(0, 1).flatMap((unit) => [
      [unit, 'cannot be started', (): string => '/no/such/design', /\/no\/such\/design.*not found/] as const,
      [
        unit,
        'speaks another version',
        (): string => scriptedDesign('', 9),
        /speaks version 9.*expected 1/,
      ] as const,
    ]),
  )('as %s that %s ends the command', async (unit, _, dut, said) => {
    const result = await cosim(dut(), 'rmw_buffer@0x1', '--unit', unit, '--chip', 'navi21');
    expect(result.code).toBe(2);
    expect(result.stderr.trim()).toMatch(/^.+$/);
    expect(result.stderr).toMatch(said);
  });
});
