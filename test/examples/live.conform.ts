import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseKnobSettings } from '../../harness/basics/knob-values.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { runScenarioTest } from '../../harness/one-test/run-test.js';
import { readChipName } from '../../harness/programs/chip-names.js';
import { openSuite } from '../../harness/suite-files/opened-suites.js';
import { type CosimResult, runCosimTest, shrinkCosim } from '../../intake/cosim/cosim-test.js';
import { LiveDesign } from '../../intake/cosim/live-design.js';
import type { Scenario } from '../../transactions/index.js';
import { callCli } from '../cli/support/call-cli.js';
import { createTempFolder } from '../cli/support/run-cli.js';
import { buildOnce, getBuildFolder } from '../support/build-once.js';
import { drawTest } from '../support/drawn-test.js';
import { hasTool } from '../support/external-tool.js';

const FOLDER = join(findPackageRoot(), 'docs', 'examples', 'rtl', 'live');
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8');
/** The build folder used in the README. */
const OUTPUT = '/tmp/live';
const TIMEOUT_MS = 120_000;
const HOLD = 20;
const folder = createTempFolder();

/** All files that go into the build, and the README with the build commands. */
const SOURCES = [FOLDER, join(FOLDER, '..', '..', 'cosim')].flatMap((sourceFolder) =>
  readdirSync(sourceFolder)
    .sort()
    .map((file) => join(sourceFolder, file)),
);

/**
 * Returns the command that runs the design, and a function that builds the simulator as the README does, once per
 * version of the sources.
 */
function prepareSimulator(tool: string) {
  const block = Array.from(README.matchAll(/^```\n([\s\S]*?)^```$/gm), ([, text]) => text!).find((text) =>
    text.includes(`$ ${tool} `),
  )!;
  const lines = Array.from(block.matchAll(/^\$ (.*)$/gm), ([, line]) => line!);
  const buildFolder = getBuildFolder(`live-${tool}`, SOURCES);
  const command = /--dut '([^']*)'/.exec(lines.at(-1)!)![1]!.replaceAll(OUTPUT, buildFolder);
  const buildInto = (newFolder: string): void => {
    // Verilator's makefiles cannot handle spaces in paths, and the clone's path may contain some.
    for (const source of ['cosim', 'rtl/live'])
      cpSync(join(findPackageRoot(), 'docs', 'examples', source), join(folder, source), { recursive: true });
    for (const line of lines.slice(0, -1)) {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', line.replaceAll(OUTPUT, newFolder)], {
        cwd: join(folder, 'rtl', 'live'),
        encoding: 'utf8',
      });
      expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
    }
  };
  return { command, build: () => buildOnce(buildFolder, buildInto) };
}

const openDesigns: LiveDesign[] = [];

function startDesign(command: string): LiveDesign {
  const design = new LiveDesign({ command, unit: 'exit-tracker', maxSilenceMs: 60_000 });
  openDesigns.push(design);
  return design;
}

/** Generates the scenario used in the README. */
function makeScenario(chip: string, settings = ''): Scenario {
  const knobs = parseKnobSettings(settings === '' ? [] : [settings]);
  return drawTest('discard_before', '0x0000000000000002', { chips: [readChipName(chip)], knobs });
}

/** The bugs listed in the README. */
const BUGS = Array.from(
  README.matchAll(
    /^\| (\d+) +\| .*? \| (\w+) +\| +(?:`--hold (\d+)`|`--set (\w+=\d+)`)? +\| ([A-Z]+-\d\d) +\|$/gm,
  ),
  ([, bug, chip, hold, settings, rule]) => ({
    bug: Number(bug),
    chip: chip!,
    rule: rule!,
    ...(hold === undefined ? {} : { hold: Number(hold) }),
    ...(settings === undefined ? {} : { settings }),
  }),
);

beforeAll(() => openSuite('smoke'));
afterEach(async () => {
  for (const design of openDesigns.splice(0)) await design.close();
});

it('the README lists every bug in the live design, each with the rule that finds it', () => {
  const names = readFileSync(join(FOLDER, 'live_names.sv'), 'utf8').match(/\bBUG_\w+/g)!;
  expect(BUGS.map(({ bug }) => bug)).toEqual(names.map((_, index) => index + 1));
});

it("every port of the live design is explained in the README's section on using your own design", () => {
  const design = readFileSync(join(FOLDER, 'exit_trackers.sv'), 'utf8');
  const ports = Array.from(design.matchAll(/^ +(?:input|output) +logic .*?(\w+),?$/gm), ([, port]) => port!);
  const section = README.slice(README.indexOf('## Your own design'), README.indexOf('## What it finds'));
  const explained = new Set(Array.from(section.matchAll(/`(\w+)`/g), ([, name]) => name!));
  expect(ports.length).toBeGreaterThan(20);
  expect(ports.filter((port) => !explained.has(port))).toEqual([]);
});

describe.skipIf(!hasTool('verilator', 'verilator'))('the live design under Verilator', () => {
  const { command, build } = prepareSimulator('verilator');
  const runBug = async (bug: number, scenario: Scenario, hold?: number): Promise<CosimResult> => {
    const design = startDesign(`${command} +BUG=${bug}`);
    return runCosimTest({ scenario, ...(hold === undefined ? {} : { hold }) }, design, TIMEOUT_MS);
  };

  beforeAll(build);

  it.each(['vega10', 'navi10', 'navi21', 'navi31'])(
    "passes when it replaces %s's tracker, even when stalled or replayed",
    async (chip) => {
      const scenario = makeScenario(chip);
      const design = startDesign(command);
      const unstalled = await runCosimTest({ scenario }, design, TIMEOUT_MS);
      expect(unstalled.finding).toBeUndefined();
      const stalled = await runCosimTest({ scenario, hold: HOLD }, design, TIMEOUT_MS);
      expect(stalled.finding).toBeUndefined();
      expect(stalled.scenario.design!.answers).not.toEqual(unstalled.scenario.design!.answers);
      const { verdict, finding, run } = runScenarioTest(stalled.scenario);
      expect({ finding, cycles: run.cycles }).toEqual({
        finding: undefined,
        cycles: stalled.result!.run.cycles,
      });
      expect(verdict.leftOut).toEqual(['IDLE-01', 'IDLE-02']);
    },
  );

  it.each(BUGS)('violates $rule with bug $bug', async ({ bug, chip, rule, hold, settings }) => {
    const { finding } = await runBug(bug, makeScenario(chip, settings), hold);
    expect(finding?.signature).toMatch(new RegExp(`^${rule} `));
  });

  it('has failures that shrink to a test that fails in the same way without the design', async () => {
    const design = startDesign(`${command} +BUG=2`);
    const test = { scenario: makeScenario('navi21') };
    const failed = await runCosimTest(test, design, TIMEOUT_MS);
    const controller = new AbortController();
    const originalVertexCount = test.scenario.draws[0]!.vertices.length;
    const onStep = ({ scenario }: { readonly scenario: Scenario }): void => {
      if (scenario.draws[0]!.vertices.length < originalVertexCount) controller.abort();
    };
    const limits = { budgetMs: TIMEOUT_MS, ms: TIMEOUT_MS, signal: controller.signal, onStep };
    const shrunk = (await shrinkCosim(test, failed, design, limits))!;
    expect(shrunk.shrunk.primitives).toBeLessThan(shrunk.original.primitives);
    expect(runScenarioTest(shrunk.scenario).finding!.signature).toBe(failed.finding!.signature);
  });
});

describe.skipIf(!hasTool('iverilog', 'iverilog'))('the live design under Icarus Verilog', () => {
  const { command, build } = prepareSimulator('iverilog');
  beforeAll(build);

  it.skipIf(!hasTool('verilator', 'verilator'))(
    'gives the same answers as under Verilator, stalled or not',
    async () => {
      const verilatorBuild = prepareSimulator('verilator');
      verilatorBuild.build();
      const commands = [command, verilatorBuild.command];
      for (const hold of [{}, { hold: HOLD }]) {
        const [icarus, verilator] = await Promise.all(
          commands.map((dut) =>
            runCosimTest({ scenario: makeScenario('navi21'), ...hold }, startDesign(dut), TIMEOUT_MS),
          ),
        );
        expect(icarus!.scenario.design).toEqual(verilator!.scenario.design);
      }
    },
  );

  it('marks the violation of a stored failure in the dumped waveforms', async () => {
    const options = ['--unit', 'exit-tracker', '--json', '--out', join(folder, 'out')];
    const test = ['cosim', 'discard_before@0x2', '--chip', 'navi21'];
    const first = await callCli([...test, ...options, '--dut', `${command} +BUG=2`]);
    const [{ folder: stored }] = JSON.parse(first.stdout).tests;
    const { violations } = JSON.parse(readFileSync(join(stored, 'violations.json'), 'utf8'));
    const dump = join(folder, 'rtl.vcd');
    const rerun = await callCli(['cosim', stored, ...options, '--dut', `${command} +BUG=2 +vcd='${dump}'`]);
    expect(rerun.code).toBe(1);
    const text = readFileSync(dump, 'utf8');
    const code = /\$var reg 1 (\S+) violation \$end/.exec(text)![1]!;
    const rise = text.lastIndexOf(`\n1${code}\n`);
    expect(Number(/^#(\d+)$/m.exec(text.slice(text.lastIndexOf('\n#', rise)))![1])).toBe(
      2 * violations[0].cycle + 2,
    );
  });
});
