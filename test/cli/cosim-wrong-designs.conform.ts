import { writeFileSync } from 'node:fs';
import { DESIGN_UNITS, type DesignUnit } from '../../transactions/index.js';
import { callCli } from './support/call-cli.js';
import { createCosimBench, parseTests } from './support/cosim.js';

const { cosim, freshPath } = createCosimBench();

/** Number of seconds of silence after which a design counts as hung. */
const SILENCE_SECONDS = 2;
const HANG_LIMIT = ['--dut-time', `${SILENCE_SECONDS}s`];
/** Enough time for designs that exit or answer, even on a slow machine. */
const ANSWER_LIMIT = ['--dut-time', '60s'];

/** Creates a Node.js design that sends the greeting and `ready`, and then runs `onStep` at each step. */
function createDesign(onStep: string, version = 1): string {
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

/** A valid output for each unit. */
const VALID_OUTPUTS: Readonly<Record<DesignUnit, string>> = {
  'exit-tracker': 'exited',
  'overlap-to-exit': 'visible',
  'packer-to-launch': 'numbered',
};

/**
 * Mistakes that a design can make, and the messages that report them. `OUTPUT` is replaced by an output of the unit,
 * and `NOW` by the step's cycle. Rows without `OUTPUT` are the same for every unit, so only one unit runs them.
 */
const MISTAKES: readonly (readonly [name: string, onStep: string, message: RegExp])[] = [
  [
    'dies',
    "process.stderr.write('out of cells\\n', () => process.exit(7))",
    /^the design exited with code 7: "out of cells"$/,
  ],
  ['hangs', '', new RegExp(`did not answer within ${SILENCE_SECONDS} s and was killed`)],
  ['floods', "for (;;) say('# ' + 'x'.repeat(60000))", /sent more than 4 MiB without finishing its answer/],
  ['sends nonsense', "say('exploded 4'); say('done -1')", /"exploded 4": unknown message/],
  ['sends a non-number', "say('done soon')", /"done soon": "next" is not an integer/],
  ['omits fields', "say('OUTPUT 9'); say('done -1')", /takes 3 fields, got 1/],
  ['is late', "say('OUTPUT 0 0 1'); say('done -1')", /too late: cycle \d+ has already started/],
  ['is always late', "say('done 0')", /the next step must be later than cycle \d+/],
  ['continues after its turn', "say('done -1\\ndone -1')", /kept sending after "done -1"/],
  [
    'returns credits for a message that does not use credits',
    "say('credit OUTPUT 1'); say('done -1')",
    /is not a host message that uses credits/,
  ],
  [
    'names a packer that the chip does not have',
    "say('OUTPUT NOW 99 41'); say('done -1')",
    /packers are numbered from 0 to/,
  ],
];

describe('a faulty design', () => {
  it.each(
    DESIGN_UNITS.flatMap((unit, i) =>
      MISTAKES.filter(([, onStep]) => i === 0 || onStep.includes('OUTPUT')).map(
        ([name, onStep, message]) => [unit, name, onStep, message] as const,
      ),
    ),
  )(
    '(%s) fails its test with a one-line message if it %s, and the next test still runs',
    async (unit, _, onStep, message) => {
      const reaction = onStep
        .replaceAll('OUTPUT', VALID_OUTPUTS[unit])
        .replaceAll('NOW', "' + line.split(' ')[1] + '");
      const names = ['rmw_buffer@0x1', 'or_bits@0x2', '--unit', unit];
      const time = onStep === '' ? HANG_LIMIT : ANSWER_LIMIT;
      const result = await cosim(createDesign(reaction), ...names, '--chip', 'navi21', ...time);
      expect(result.code).toBe(1);
      const results = parseTests(result);
      expect(results.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
      for (const { observed } of results) {
        expect(observed).toMatch(/^.+$/);
        expect(observed).toMatch(message);
      }
    },
  );

  it.each([
    ['exit code', 'process.exit(7)', 'the design exited with code 7'],
    ['signal', "process.kill(process.pid, 'SIGKILL')", 'the design exited with code 137 (SIGKILL)'],
  ])('is grouped by %s if it exits, regardless of what it printed', async (_, end, bucket) => {
    const reaction = `process.stderr.write('cell 5: lost', () => ${end})`;
    const [failure] = parseTests(await cosim(createDesign(reaction), 'rmw_buffer@0x1', '--chip', 'navi21'));
    expect(failure).toMatchObject({ signature: bucket, rule: 'DEVICE' });
    expect(failure!.observed).toContain(bucket);
  });

  it.each([
    [
      'output from another program',
      "say('ERROR at t=10'); say('done -1')",
      'the design said "ERROR at t=10": unknown message',
    ],
    [
      'a number with a decimal point',
      "say('exited 1.5 0 0'); say('done -1')",
      'the design said "exited 1.5 0 0": "cycle" is',
    ],
    [
      'lines but never finishes its answer',
      "say('ERROR at t=10'); say('more')",
      'the design said "ERROR at t=10": unknown message',
    ],
    ['non-ASCII characters', "say('héllo'); say('done -1')", 'the design said "héllo": unknown message'],
    [
      'text without a trailing newline',
      "writeSync(1, 'ERROR at t=10')",
      `the design did not answer within ${SILENCE_SECONDS} s and was killed: its last line is "ERROR at t=10" without a line feed`,
    ],
    [
      'a valid line but never finishes its answer',
      "say('exited 99999 0 41')",
      `the design did not finish its answer within ${SILENCE_SECONDS} s and was killed: its last line is "exited 99999 0 41"`,
    ],
    [
      'thousands of control characters',
      "process.stderr.write('\\x1b'.repeat(4000), () => process.exit(7))",
      'more characters',
    ],
  ])('fails its test if it prints %s, with a message that quotes the output', async (_, onStep, message) => {
    const dut = createDesign(onStep);
    const time = message.includes(`${SILENCE_SECONDS} s`) ? HANG_LIMIT : ANSWER_LIMIT;
    const [failure] = parseTests(await cosim(dut, 'rmw_buffer@0x1', '--chip', 'navi21', ...time));
    expect(failure!.observed).toContain(message);
  });

  it('fails its test if it prints control characters; the failure can be replayed without the design or rerun with it', async () => {
    const dut = createDesign("process.stderr.write('\\x1bcell 5', () => process.exit(7))");
    const [failure] = parseTests(await cosim(dut, 'rmw_buffer@0x1', '--chip', 'navi21'));
    const replayed = await callCli(['replay', failure!.folder!, '--json']);
    expect([replayed.code, replayed.stderr]).toEqual([1, '']);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ message: failure!.observed });
    const rerun = await cosim(dut, failure!.folder!);
    expect([rerun.code, parseTests(rerun)[0]!.observed]).toEqual([1, failure!.observed]);
  });

  it.each([
    ['names a wave that does not exist', "say('exited ' + line.split(' ')[1] + ' 0 999999'); say('done -1')"],
    ['describes no wave', "say('meets 9 0 0 1'); say('done -1')", 'overlap-to-exit'],
    ['names a younger wave', "say('meets 99999 0 41 42'); say('done -1')", 'overlap-to-exit'],
    ['answers for a different unit', "say('offered 99999 0 41'); say('done -1')", 'overlap-to-exit'],
    ['offers no wave', "say('offered ' + line.split(' ')[1] + ' 0 41'); say('done -1')", 'packer-to-launch'],
    [
      'sends an id that is out of range',
      "say('numbered ' + line.split(' ')[1] + ' 0 5000'); say('done -1')",
      'packer-to-launch',
    ],
    ['never numbers a wave', "say('done -1')", 'packer-to-launch'],
    ['never describes a wave', "say('done -1')", 'overlap-to-exit'],
  ])('fails its test with a one-line message if it %s', async (_, onStep, unit = 'exit-tracker') => {
    const names = ['rmw_buffer@0x1', '--unit', unit];
    const result = await cosim(createDesign(onStep), ...names, '--chip', 'navi21', ...ANSWER_LIMIT);
    expect(result.code).toBe(1);
    expect(parseTests(result)[0]!.observed).toMatch(/^.+$/);
  });

  it.each([
    ['exit-tracker', /^ {2}not answered by the design: "exit \d+ 0 \d+"/m],
    ['overlap-to-exit', /^ {2}not answered by the design: "completed \d+ 0 \d+ [01]"$/m],
    ['packer-to-launch', /^ {2}not answered by the design: "packed \d+ 0"$/m],
  ])('(%s) fails, and lists the messages that it left unanswered', async (unit, line) => {
    const args = ['rmw_buffer@0x1', '--unit', unit, '--chip', 'navi21', '--out', freshPath()];
    const { code, stdout } = await callCli(['cosim', '--dut', createDesign("say('done -1')"), ...args]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(line)]);
  });

  it.each(
    DESIGN_UNITS.slice(0, 1).flatMap((unit) => [
      [unit, 'cannot be started', (): string => '/no/such/design', /\/no\/such\/design.*not found/] as const,
      [
        unit,
        'speaks a different version',
        (): string => createDesign('', 9),
        /speaks version 9.*expected 1/,
      ] as const,
    ]),
  )('(%s) stops the command with a one-line error if it %s', async (unit, _, dut, message) => {
    const result = await cosim(dut(), 'rmw_buffer@0x1', '--unit', unit, '--chip', 'navi21');
    expect(result.code).toBe(2);
    expect(result.stderr.trim()).toMatch(/^.+$/);
    expect(result.stderr).toMatch(message);
  });
});
