import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleProgram } from '../../arch/index.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { checkTrace } from '../../intake/check-trace/check-trace.js';
import { callCli } from '../cli/support/call-cli.js';
import type { CliResult } from '../cli/support/run-cli.js';
import { createTempFolder } from '../cli/support/run-cli.js';
import { buildOnce, getBuildFolder } from '../support/build-once.js';
import { hasTool } from '../support/external-tool.js';

const FOLDER = join(findPackageRoot(), 'docs', 'examples', 'rtl');
const CLI = join(findPackageRoot(), 'dist', 'cli', 'main.js');
const readText = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const README = readText('README.md');
const SCENARIO = JSON.parse(readText('scenario.json'));
/** The output folder used in the README. */
const OUTPUT = '/tmp/rtl';

const SIMULATORS = ['iverilog', 'verilator'].map((tool) => ({ tool, isInstalled: hasTool(tool, tool) }));
const [ICARUS] = SIMULATORS as [(typeof SIMULATORS)[number]];
const SEEDS = [1, 2, 3];

/** The first rule that catches each bug, as in the README. */
const BUGS = Array.from(README.matchAll(/^\| (\d) +\| .* \| ([A-Z]+-\d\d) +\|$/gm), ([, bug, rule]) => ({
  bug: Number(bug),
  rule: rule!,
}));

const BLOCKS = Array.from(README.matchAll(/^```\n([\s\S]*?)^```$/gm), ([, block]) => block!);

function findBlock(text: string): string {
  return BLOCKS.find((block) => block.includes(text))!;
}

const folder = createTempFolder();

/** Every file the build depends on, including the README that holds the build commands. */
const SOURCES = [
  ...readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(FOLDER, name))
    .sort(),
  ...readText('files.f')
    .split('\n')
    .filter((name) => name.startsWith('../'))
    .map((name) => join(FOLDER, name)),
];

/** Runs one of the README's commands in its folder, but with a different output folder. */
function runCommand(command: string, output: string): void {
  const line = command.replaceAll(OUTPUT, output);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: FOLDER, encoding: 'utf8' });
  expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
}

interface Simulator {
  /** The build commands, then the simulation command. */
  readonly commands: readonly string[];
  /** The build folder. */
  readonly buildFolder: string;
  readonly build: () => void;
  /** Simulates the design and returns the trace file, reusing one that another test has written. */
  readonly simulate: (seed: number, bug?: number, plusargs?: string) => string;
}

/** Prepares a simulator that is run with the README's commands and built only once. */
function prepareSimulator(tool: string): Simulator {
  const buildFolder = getBuildFolder(`rtl-${tool}`, SOURCES);
  const output = join(folder, tool);
  const commands = Array.from(findBlock(`$ ${tool} `).matchAll(/^\$ (.*)$/gm), ([, command]) => command!);
  const build = (): void => {
    mkdirSync(output, { recursive: true });
    buildOnce(buildFolder, (newFolder) => {
      for (const command of commands.slice(0, -1)) runCommand(command, newFolder);
    });
  };
  const simulate = (seed: number, bug = 0, plusargs = ''): string => {
    build();
    const trace = join(output, `trace-${seed}-${bug}.jsonl`);
    if (plusargs === '' && existsSync(trace)) return trace;
    const command = commands.at(-1)!.replace(`${OUTPUT}/trace.jsonl`, trace);
    runCommand(command.replace('+seed=1', `+seed=${seed} +BUG=${bug} ${plusargs}`), buildFolder);
    return trace;
  };
  return { commands, buildFolder, build, simulate };
}

/** Runs `check-trace` and returns its output, with the README's path for the trace. */
async function checkOutput(trace: string): Promise<CliResult> {
  const result = await callCli(['check-trace', trace, '--scenario', join(FOLDER, 'scenario.json')]);
  return { ...result, stdout: result.stdout.replaceAll(trace, `${OUTPUT}/trace.jsonl`) };
}

describe('the RTL example', () => {
  it("runs the trace example's program", () => {
    const program = readFileSync(join(findPackageRoot(), 'docs', 'examples', 'trace', 'program.s'), 'utf8');
    const words = Array.from(assembleProgram(program, 'gfx10.3'), (word) => word >>> 0);
    expect(SCENARIO.programs[0].words).toEqual(words);
  });

  it('has the bugs listed in the README', () => {
    const names = readText('names.sv').match(/\bBUG_\w+/g)!;
    expect(BUGS.map(({ bug }) => bug)).toEqual(names.map((_, index) => index + 1));
  });
});

/** The simulator whose traces are checked. The other one writes the same traces. */
const [MAIN = ICARUS] = SIMULATORS.filter(({ isInstalled }) => isInstalled);

describe.skipIf(!MAIN.isInstalled)(`the RTL example in ${MAIN.tool}`, () => {
  const { build, simulate } = prepareSimulator(MAIN.tool);

  beforeAll(build);

  it.each(SEEDS)('passes with seed %i and leaves the rules listed in the README unchecked', async (seed) => {
    const expected = findBlock('PASS').split('\n').slice(1);
    const { code, stdout } = await checkOutput(simulate(seed));
    const lines = stdout.split('\n');
    expect(code).toBe(0);
    expect(lines.slice(1)).toEqual(expected.slice(1));
    if (seed === 1) expect(lines[0]).toBe(expected[0]);
    else expect(lines[0]).toMatch(/^PASS .* 46 waves$/);
  });

  it.each(BUGS)('violates $rule with bug $bug', async ({ bug, rule }) => {
    const { code, stdout } = await checkOutput(simulate(1, bug));
    expect(code).toBe(1);
    expect(stdout.split('\n')[1]).toMatch(new RegExp(`^${rule} `));
  });

  it('rejects a bug number out of range', () => {
    expect(() => simulate(1, 9)).toThrow('+BUG=9 is not a bug; expected 0 to 7');
  });

  it("shows the README's excerpt for bug 3", async () => {
    const { stdout } = await checkOutput(simulate(1, 3));
    const lines = stdout.split('\n');
    for (const line of findBlock('polls and reads').trimEnd().split('\n')) expect(lines).toContain(line);
  });

  it('hangs with bug 3, and violates only the rule about needless waits with bug 7', async () => {
    const findRules = async (bug: number): Promise<Set<string>> => {
      const { violations } = await checkTrace(simulate(1, bug), join(FOLDER, 'scenario.json'));
      return new Set(violations.map(({ rule }) => rule));
    };
    expect(await findRules(3)).toContain('HANG-01');
    expect([...(await findRules(7))]).toEqual(['IDLE-04']);
  });

  it('wraps its wave ids and has the number of overlaps given in the README', () => {
    const formed = readFileSync(simulate(1), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"wave-formed"'))
      .map((line) => JSON.parse(line));
    expect(formed.map(({ id }) => id)).toEqual(formed.map((_, wave) => (1008 + wave) % 1024));
    const overlapping = formed.filter(({ didOverlap }) => didOverlap).length;
    expect(README).toContain(
      `The ids of the ${formed.length} waves start at 1008, so they wrap; ${overlapping} of the waves overlap`,
    );
  });
});

describe.skipIf(!ICARUS.isInstalled)('a signal dump', () => {
  const { build, simulate } = prepareSimulator(ICARUS.tool);
  const getDumpFile = (bug: number): string => join(folder, ICARUS.tool, `dump-${bug}.vcd`);
  const [map, scenario] = ['signals.map.ts', 'scenario.json'].map((file) => join(FOLDER, file)) as [
    string,
    string,
  ];

  beforeAll(build);

  const simulateAndDump = (bug: number): string => simulate(1, bug, `+vcd=${getDumpFile(bug)}`);

  it('of the bug-free design violates no rules', async () => {
    simulateAndDump(0);
    expect(await checkTrace(getDumpFile(0), scenario, { map })).toMatchObject({ verdict: 'pass', waves: 46 });
  });

  it.each(BUGS)(
    'violates $rule with bug $bug, in the same cycle as in the trace file',
    async ({ bug, rule }) => {
      const options = { stopOnFirst: true };
      const traceVerdict = await checkTrace(simulateAndDump(bug), scenario, options);
      const { violations } = await checkTrace(getDumpFile(bug), scenario, { ...options, map });
      expect(violations[0]).toMatchObject({ rule, cycle: traceVerdict.violations[0]!.cycle });
    },
  );

  it('gives the verdict and violation time shown in the README, and the same for FST if GTKWave is installed', async () => {
    simulateAndDump(3);
    const options = ['--map', map, '--scenario', scenario];
    const { code, stdout } = await callCli(['check-trace', '--vcd', getDumpFile(3), ...options]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      `${/cycle \d+ corresponds to time \d+/.exec(README)![0]} in ${getDumpFile(3)}\n`,
    );
    if (!hasTool('fst2vcd', 'gtkwave')) return;
    const fstFile = getDumpFile(3).replace('.vcd', '.fst');
    expect(spawnSync('vcd2fst', [getDumpFile(3), fstFile]).status).toBe(0);
    const second = await callCli(['check-trace', '--vcd', fstFile, ...options]);
    expect(second.stdout.replaceAll(fstFile, getDumpFile(3))).toBe(stdout);
  });
});

describe.skipIf(!SIMULATORS.every(({ isInstalled }) => isInstalled))('both simulators', () => {
  const simulators = SIMULATORS.map(({ tool }) => prepareSimulator(tool));

  beforeAll(() => {
    for (const { build } of simulators) build();
  });

  it.each([...SEEDS.map((seed) => ({ seed, bug: 0 })), ...BUGS.map(({ bug }) => ({ seed: 1, bug }))])(
    'write the same trace with seed $seed and bug $bug',
    ({ seed, bug }) => {
      const [first, second] = simulators.map(({ simulate }) => readFileSync(simulate(seed, bug), 'utf8'));
      expect(second).toBe(first);
    },
  );
});

it.skipIf(!ICARUS.isInstalled)('a design can be checked while it runs, stopping at the first error', () => {
  const { commands, buildFolder, build } = prepareSimulator(ICARUS.tool);
  build();
  const output = join(folder, ICARUS.tool);
  const command = commands
    .at(-1)!
    .replace(`${OUTPUT}/trace.jsonl`, `${output}/none`)
    .replaceAll(OUTPUT, buildFolder);
  const simulation = command.replace(`${output}/none`, '/dev/stdout').replace('+seed=1', '+seed=1 +BUG=3');
  const checker = `"${process.execPath}" "${CLI}" check-trace - --scenario scenario.json --stop-on-first`;
  const line = `${simulation} | ${checker}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: FOLDER, encoding: 'utf8' });
  expect(status, stderr).toBe(1);
  expect(stdout).toMatch(/^FAIL {2}- .*\nORD-01 /);
});
