import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { FAILURE_FILES } from '../../harness/basics/run-files.js';
import { runScenarioTest } from '../../harness/one-test/run-test.js';
import { decodeScenario } from '../../transactions/index.js';
import { hasTool } from '../support/external-tool.js';
import { callCli } from './support/call-cli.js';
import { createCosimBench, parseTests } from './support/cosim.js';
import type { CliResult } from './support/run-cli.js';

const EXAMPLES = join(findPackageRoot(), 'docs', 'examples', 'cosim');
/** Returns the command that runs one of the Python designs. */
const getDesignCommand = (file: string): string => `python3 '${join(EXAMPLES, file)}'`;
const DESIGN = getDesignCommand('design.py');
const UNITS: Readonly<Record<string, string>> = {
  'design.py': 'exit-tracker',
  'overlap.py': 'overlap-to-exit',
  'launch.py': 'packer-to-launch',
};
/** The bugs of the designs, as listed in the README. */
const BUGS = Array.from(
  readFileSync(join(EXAMPLES, 'README.md'), 'utf8').matchAll(
    /^\| `(\w+\.py) ([\w-]+)` .*\| `(.*)` +\| ([A-Z]+-\d\d) +\|$/gm,
  ),
  ([, file, bug, test, rule]) => ({ file: file!, bug: bug!, test: test!, rule: rule! }),
);

const { cosim, folder } = createCosimBench();

function runSmoke(dut: string, count: number, chip: string): Promise<CliResult> {
  return cosim(dut, '--suite', 'smoke', '--count', String(count), '--chip', chip);
}

describe.skipIf(!hasTool('python3', 'python3'))('the Python design', () => {
  it.each(['vega10', 'navi10', 'navi21', 'navi31'])(
    'passes when it replaces the %s tracker',
    async (chip) => {
      const result = await runSmoke(DESIGN, 4, chip);
      expect(result.code, result.stdout).toBe(0);
      expect(parseTests(result).map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'pass']);
    },
  );

  it('fails the same way no matter how late it answers, and the failure replays without the design', async () => {
    const lateDesign = join(folder, 'late.py');
    writeFileSync(
      lateDesign,
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
    const commands = [`${DESIGN} --bug ahead`, `python3 '${lateDesign}' '${EXAMPLES}' --bug ahead`];
    const [first, second] = await Promise.all(
      commands.map(async (dut) => parseTests(await cosim(dut, 'rmw_buffer@0x1', '--chip', 'navi21'))[0]!),
    );
    expect(first).toMatchObject({ verdict: 'fail' });
    const [stored, repeated] = [first!, second!].map((row) => {
      const file = join(row.folder!, FAILURE_FILES.scenario);
      const { design, ...scenario } = decodeScenario(readFileSync(file), file);
      return { ...scenario, answers: design!.answers };
    });
    expect(repeated).toEqual(stored);
    const replayed = await callCli(['replay', first!.folder!, '--json']);
    expect(replayed.code).toBe(1);
    expect(replayed.stdout).toContain(first!.signature!.split(' ')[0]!);
  });
});

describe.skipIf(!hasTool('python3', 'python3'))('the Python designs', () => {
  it.each(
    ['overlap.py', 'launch.py'].flatMap((file) =>
      ['vega10', 'navi10', 'navi21', 'navi31'].map((chip) => [file, chip] as const),
    ),
  )('%s passes on %s, and on navi31 even with delayed outputs', async (file, chip) => {
    const test = ['rmw_buffer@0x660c72c6889efb88', '--unit', UNITS[file]!, '--chip', chip];
    const undelayed = parseTests(await cosim(getDesignCommand(file), ...test));
    const delayed =
      chip === 'navi31' ? parseTests(await cosim(getDesignCommand(file), ...test, '--hold', '20')) : [];
    for (const result of [...undelayed, ...delayed]) expect(result).toMatchObject({ verdict: 'pass' });
    expect(delayed.length).toBe(chip === 'navi31' ? 1 : 0);
  });

  it.each(BUGS)(
    '$file with bug $bug violates $rule, and the failure replays without the design',
    async ({ file, bug, test, rule }) => {
      const unit = ['--unit', UNITS[file]!, '--chip', 'navi21'];
      const [failure] = parseTests(
        await cosim(`${getDesignCommand(file)} --bug ${bug}`, ...test.split(' '), ...unit),
      );
      expect(failure!.signature).toMatch(new RegExp(`^${rule} `));
      const stored = join(failure!.folder!, FAILURE_FILES.scenario);
      const replayed = runScenarioTest(decodeScenario(readFileSync(stored), stored));
      expect(replayed.finding?.signature).toBe(failure!.signature);
    },
  );

  it('reject a test for a different unit, and the stored replay quotes the message', async () => {
    const unit = ['--unit', 'packer-to-launch', '--chip', 'navi21'];
    const [result] = parseTests(await cosim(getDesignCommand('overlap.py'), 'rmw_buffer@0x1', ...unit));
    const message =
      'the design exited with code 1: "this design takes the place of unit 2, but the test is for unit 3"';
    expect(result!.observed).toBe(message);
    expect(readFileSync(join(result!.folder!, 'repro.txt'), 'utf8')).toContain(`replay '${result!.folder!}'`);
    const replayed = await callCli(['replay', result!.folder!]);
    expect([replayed.code, replayed.stdout]).toEqual([1, expect.stringContaining(`FAIL  ${message}\n`)]);
  });

  it('have at least three bugs each', () => {
    for (const file of Object.keys(UNITS))
      expect(BUGS.filter((bug) => bug.file === file).length).toBeGreaterThanOrEqual(3);
  });
});
