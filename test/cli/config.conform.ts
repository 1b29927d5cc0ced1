import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callCli } from './support/call-cli.js';
import { type CliResult, createTempFolder, runCli } from './support/run-cli.js';

const folder = createTempFolder();
const projectFolder = join(folder, 'a project');
mkdirSync(projectFolder);
const CONFIG = join(projectFolder, 'pops-tb.config.ts');
const WITH_CONFIG = ['--config', CONFIG];

writeFileSync(
  join(projectFolder, 'late.ts'),
  `import { defineRule } from 'pops-testbench';

export const late = defineRule({
  id: 'acme.LATE-01',
  text: 'No wave ends.',
  statements: ['S-041'],
  generations: ['gfx10.3'],
  create: ({ waves }, judge) => ({
    on: {
      'wave-ended': ({ wave, cycle }) => {
        judge.armed++;
        const id: number = waves.find(wave)!.id;
        judge.violate(() => ({
          cycle, unit: 'acme', place: { wave, id }, allowed: 'It goes on.', observed: 'It ended.', steps: [], hint: '-',
        }));
      },
    },
  }),
});
export const broken = defineRule({
  id: 'acme.BROKEN',
  text: 'Throws at the end of a test on GFX11.',
  generations: ['gfx11'],
  create: () => ({ on: {}, finish: () => (undefined as unknown as number[]).at(0) as never }),
});
`,
);
writeFileSync(
  CONFIG,
  `import { appendFileSync, writeFileSync } from 'node:fs';
import { bin, defineConfig, defineCovergroup, defineFault, defineReporter, defineSequence, drawing } from 'pops-testbench';
import { broken, late } from './late.ts';
const ends = defineCovergroup({
  name: 'acme.ends', version: 1, text: 'Wave ends.', statements: ['S-041'], crosses: [],
  points: { wave: { text: 'Number.', bins: [bin('first', [0]), bin('none', [-1])] } },
  monitor: ({ sampler: { values, point, sample }, sampler }) => ({
    'wave-ended': ({ wave }) => { values[point.wave] = wave; sampler.sample(); },
  }),
});
const totals = defineReporter({
  id: 'acme.totals',
  onEnd: async ({ result: { tests, failed }, directory }) => writeFileSync('totals.json', JSON.stringify({ tests, failed, directory })),
});
const triangle = defineSequence({
  name: 'acme_one', text: 'one triangle', chips: ['navi21'], scenario: () => drawing([[[0, 0, 2048, 0, 0, 2048]]]),
});
const early = defineFault({
  id: 'acme.F-01', title: 'polls see one exit too many', output: 'exitingId', generations: ['gfx10.3'],
  create: () => (oldest) => oldest + 1,
});
export default defineConfig({
  faults: [early],
  reporters: [totals],
  sequences: [triangle],
  onTransaction: ({ kind }, { chip }) => { if (kind === 'quiesced') appendFileSync(new URL('quiet.txt', import.meta.url), chip + ';'); },
  run: { suite: 'smoke', test: 'rmw_buffer', chip: ['navi10', 'navi21', 'navi31'], count: 6, workers: 2 },
  plugins: [{ rules: [late], covergroups: [ends] }],
  rules: [broken],
});
`,
);

describe('a configuration in a parent folder', () => {
  const nested = join(projectFolder, 'below');
  let run: CliResult;
  let reporterOutput = '';
  let quiescedChips: readonly string[] = [];
  let document: {
    readonly tests: number;
    readonly failed: number;
    readonly errors: number;
    readonly buckets: readonly { readonly signature: string; readonly rule: string }[];
    readonly rules: readonly { readonly id: string; readonly armed: number; readonly fired: number }[];
  };
  beforeAll(async () => {
    mkdirSync(nested);
    run = await runCli(['run', '--workers', '1', '--out', 'out', '--json'], nested);
    document = JSON.parse(run.stdout);
    // Read now, since later runs change these files.
    reporterOutput = readFileSync(join(nested, 'totals.json'), 'utf8');
    quiescedChips = readFileSync(join(projectFolder, 'quiet.txt'), 'utf8').split(';').filter(Boolean);
  });

  it('sets options for run and adds rules that the workers check', () => {
    expect([run.code, document.tests]).toEqual([1, 6]);
    expect(document.rules.slice(-2).map(({ id }) => id)).toEqual(['acme.BROKEN', 'acme.LATE-01']);
    expect(document.buckets.map(({ rule }) => rule)).toContain('acme.LATE-01');
  });

  it('may throw errors, which are reported with file and line, separately from failed tests', () => {
    expect(document.errors).toBeGreaterThan(0);
    expect(document.failed).toBeGreaterThan(0);
    const bucket = readdirSync(join(nested, 'out', 'failures')).find((name) => name.startsWith('error_in'))!;
    const [test] = readdirSync(join(nested, 'out', 'failures', bucket));
    const file = join(nested, 'out', 'failures', bucket, test, 'violations.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      outcome: 'error',
      signature: "error in acme.BROKEN: Cannot read properties of undefined (reading 'at')",
      message: expect.stringMatching(/^acme\.BROKEN threw in \.\.[\\/]late\.ts:24:\d+: TypeError: /),
    });
  });

  it('adds its covergroups to coverage and reports', async () => {
    expect(readFileSync(join(nested, 'out', 'report.md'), 'utf8')).toMatch(/\| acme\.ends \| 1 \| 2 \|/);
    const result = await callCli([
      'coverage',
      'show',
      join(nested, 'out'),
      '--group',
      'acme.ends',
      ...WITH_CONFIG,
    ]);
    expect(result.stdout).toMatch(/first/);
  });

  it('adds a reporter and a transaction listener, and both are called', () => {
    expect(JSON.parse(reporterOutput)).toEqual({ tests: 6, failed: document.failed, directory: 'out' });
    // One test in a hundred is run twice.
    expect(quiescedChips.length).toBeGreaterThanOrEqual(6);
    expect(new Set(quiescedChips)).toEqual(new Set(['navi10', 'navi21', 'navi31']));
  });

  it('adds sequences that suite files can use', async () => {
    const suite = join(projectFolder, 'one.json');
    writeFileSync(suite, JSON.stringify({ count: 1, tests: [{ sequence: 'acme_one' }] }));
    const { stdout } = await callCli(['run', suite, '--dry-run', ...WITH_CONFIG, '--test', '*']);
    expect(stdout).toMatch(/^acme_one\.0 +0x/);
    expect((await callCli(['list', 'tests', ...WITH_CONFIG])).stdout).toMatch(
      /^acme_one +navi21 .* one triangle$/m,
    );
  });

  it('is required to replay a stored failure, and is named in an error if it is missing', async () => {
    const bucket = readdirSync(join(nested, 'out', 'failures')).find((name) => name.startsWith('acme'))!;
    const [test] = readdirSync(join(nested, 'out', 'failures', bucket));
    const failure = join(nested, 'out', 'failures', bucket, test);
    const withoutConfig = await callCli(['replay', failure]);
    expect(withoutConfig.code).toBe(2);
    expect(withoutConfig.stderr).toContain(
      `by rule acme.LATE-01, which ${CONFIG} defines; pass that file with --config`,
    );
    const withConfig = await callCli(['replay', failure, ...WITH_CONFIG]);
    expect(withConfig.code).toBe(1);
    expect(withConfig.stdout).toMatch(/^acme\.LATE-01 No wave ends\.\n/);
    expect(withConfig.stdout).toMatch(/repro .* --config '.*a project.pops-tb\.config\.ts'/);
  });

  it('adds faults that can be injected, stored and replayed like built-in ones', async () => {
    expect((await callCli(['list', 'faults', ...WITH_CONFIG])).stdout).toMatch(
      /^acme\.F-01 +spi +gfx10\.3 .* polls see one exit too many$/m,
    );
    const typo = await callCli(['run', '--fault', 'acme.F-02', ...WITH_CONFIG]);
    expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining('did you mean acme.F-01?')]);
    const out = join(nested, 'faulty');
    const run = await runCli(
      [
        ...'run --fault acme.F-01 --seed 0x1 --out'.split(' '),
        out,
        ...'--triage 0s --count 3 --workers 1'.split(' '),
      ],
      nested,
    );
    expect(run.code, run.stderr).toBe(1);
    expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')).faults).toEqual(['acme.F-01']);
    const bucket = readdirSync(join(out, 'failures')).find((name) => name.startsWith('ORD'))!;
    const [test] = readdirSync(join(out, 'failures', bucket));
    const failure = join(out, 'failures', bucket, test);
    const replayed = await callCli(['replay', failure, ...WITH_CONFIG]);
    expect(replayed.stdout).toMatch(/^ORD-/m);
    const scenario = join(failure, 'scenario.msgpack');
    const withoutConfig = await callCli(['replay', scenario]);
    expect([withoutConfig.code, withoutConfig.stderr]).toEqual([
      2,
      expect.stringContaining('it uses fault acme.F-01; pass the file that defines it with --config'),
    ]);
    const line = readFileSync(join(failure, 'repro.txt'), 'utf8');
    expect(line).toContain('--fault acme.F-01');
  });

  it('adds rows to the lists and the test plan, and must not change when a run is resumed', async () => {
    const rules = await callCli(['list', 'rules', ...WITH_CONFIG]);
    const plan = await callCli(['testplan', '--json', ...WITH_CONFIG]);
    const resumedRun = await callCli(['run', '--resume', join(nested, 'out'), '--config', 'none']);
    expect(rules.stdout).toMatch(/^acme\.LATE-01 +error .* No wave ends\.$/m);
    const { statements } = JSON.parse(plan.stdout);
    const { rules: ruleIds, coverpoints } = statements.find(({ id }: { id: string }) => id === 'S-041');
    expect([ruleIds, coverpoints]).toEqual([
      expect.arrayContaining(['acme.LATE-01']),
      expect.arrayContaining(['acme.ends/wave']),
    ]);
    expect(resumedRun.stderr).toContain('Cannot resume the run with no configuration: it was started with ');
  });
});
