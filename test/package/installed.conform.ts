import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { entryExamples } from '../public/support/entry-examples.js';
import { installedCommands } from '../support/installed-commands.js';
import { canHide, installedProject, STRANGER, withoutClone } from '../support/installed-package.js';
import { pageExamples } from './support/page-examples.js';

const clone = fileURLToPath(new URL('../../', import.meta.url));
const MEGABYTE = 1e6;
const made = await installedProject();
const commands = await installedCommands();
/** Where the tests below run; if empty, they do not. */
const project = made?.folder ?? '';

function call(words: readonly string[], cwd = project) {
  const [command, rest] = withoutClone(words);
  const { status, stdout, stderr } = spawnSync(command, rest, { cwd, env: STRANGER, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** The installed command's output and how it ends; npm's bin link is what a user calls. */
function popsTb(...words: string[]) {
  return call([join(project, 'node_modules', '.bin', 'pops-tb'), ...words]);
}

/** Copies an example to the project. */
function copyExample(name: string): string {
  const folder = join(project, name);
  cpSync(join(clone, 'examples', name), folder, { recursive: true });
  return folder;
}

describe.skipIf(made === undefined)('the package in a separate project (skipped if npm ping fails)', () => {
  it.runIf(canHide)('works without the clone', () => {
    expect(readdirSync(clone)).toContain('package.json');
    expect(call(['ls', '-A', clone]).stdout).toBe('');
  });

  it('is at most 3 MB to load and 13 MB on the disk, without tests or maps', () => {
    expect(made!.packed.size).toBeLessThan(3 * MEGABYTE);
    expect(made!.packed.unpackedSize).toBeLessThan(13 * MEGABYTE);
    for (const left of ['test', 'bench', 'dist/test', 'dist/bench', 'data/golden', 'data/corpus/gpu'])
      expect(existsSync(join(made!.root, left))).toBe(false);
    const files = readdirSync(made!.root, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  });

  it('installs no package that runs code on installation, and none that only some commands need', () => {
    const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const scripts = Object.keys(packages).filter((name) => packages[name]!.hasInstallScript);
    expect(scripts).toEqual([]);
    for (const heavy of ['bullmq', 'ioredis'])
      expect(Object.keys(packages)).not.toContain(`node_modules/${heavy}`);
  });

  it('runs tests, finds an injected fault, replays it and writes the pages', () => {
    const few = ['--count', '4', '--test', 'rmw_buffer', '--workers', '1'];
    const clean = popsTb('run', ...few, '--out', 'out/clean');
    expect(clean.stderr).not.toMatch(/Cannot|Error/);
    expect(clean.code).toBe(0);
    expect(statSync(join(project, 'out/clean/index.html')).size).toBeGreaterThan(10_000);
    const found = popsTb('run', ...few, '--fault', 'F46', '--out', 'out/found');
    expect(found.code).toBe(1);
    const line = /pops-tb (replay .*)$/m.exec(found.stdout)![1]!;
    const replayed = popsTb(...line.replaceAll("'", '').split(' '));
    expect(replayed.code).toBe(1);
    expect(replayed.stdout).toContain('ORD-06');
  });

  it('says what to install if a command needs more', async () => {
    const { stdout } = await commands!.run(['doctor']);
    expect(stdout).toMatch(/^bullmq +missing .* npm install bullmq@"\^/m);
    const queue = await commands!.run(['worker', '--queue', 'redis://localhost:1']);
    expect(queue.code).toBe(4);
    expect(queue.stderr).toMatch(/^A queue needs ioredis; install it: npm install ioredis@"\^/);
  });

  it("runs a user's suite and judges a shader", async () => {
    copyFileSync(join(clone, 'examples/small-ids.suite.ts'), join(project, 'own.suite.ts'));
    const own = ['run', '../own.suite.ts', '--count', '3', '--workers', '1', '--seed', '0x1'];
    const { code, stdout } = await commands!.run(own);
    expect(stdout).toContain('PASS');
    expect(code).toBe(0);
    const shader = 'examples/shaders/gfx9-store-without-glc.s';
    const judged = await commands!.run(['check', shader, '--seeds', '1', '--workers', '1']);
    expect(judged.stdout).toContain('expected: VIS-02');
  });

  it.each(entryExamples())('the example of $entry prints what it says', ({ code, printed }) => {
    writeFileSync(join(project, 'example.js'), code);
    const { stdout, stderr } = call([process.execPath, 'example.js']);
    expect(stderr).toBe('');
    expect(stdout.trimEnd()).toBe(printed);
  });

  it('runs a plug-in with a rule and a covergroup', async () => {
    const watchdog = copyExample('section-watchdog');
    const one = ['run', '--count', '1', '--seed', '0x1', '--workers', '1'];
    const config = join(watchdog, 'pops-tb.config.ts');
    const run = await commands!.run([...one, '--config', config, '--out', 'out/watchdog']);
    expect(run.stdout).toContain('PASS');
    const report = readFileSync(join(commands!.folder, 'out/watchdog/report.md'), 'utf8');
    expect(report).toMatch(/acme\.watchdog\W+[1-9]\d*\W/);
    const short =
      "import { sectionWatchdog } from './watchdog.js';\nexport default sectionWatchdog({ cycles: 50 });\n";
    writeFileSync(join(watchdog, 'short.ts'), short);
    const [test] = JSON.parse(
      readFileSync(join(commands!.folder, 'out/watchdog/results.json'), 'utf8'),
    ).tests;
    const again = ['replay', `out/watchdog#${test.test}`, '--config', join(watchdog, 'short.ts')];
    const found = await commands!.run(again);
    expect(found.stdout).toMatch(/^acme\.WATCHDOG-01 No section is open longer/);
    expect(found.code).toBe(1);
  });

  it('runs a plug-in with one of everything, whose fault and whose rule fail tests', async () => {
    const orbit = copyExample('nap-budget');
    const config = ['--config', join(orbit, 'pops-tb.config.ts')];
    const few = ['run', '--count', '4', '--seed', '0x1', '--workers', '1', '--json'];
    const run = await commands!.run([...few, ...config, '--out', 'out/orbit']);
    expect(run.code, run.stderr).toBe(0);
    const { rules } = JSON.parse(run.stdout);
    expect(rules.at(-1)).toMatchObject({ id: 'orbit.NAP-01', armed: expect.any(Number), fired: 0 });
    expect(rules.at(-1).armed).toBeGreaterThan(0);
    const shown = await commands!.run(['coverage', 'show', 'out/orbit', '--group', 'orbit.naps', ...config]);
    expect(shown.stdout).toMatch(/^orbit\.naps: How often a wave sleeps\. \d/);
    const written = (name: string): string => readFileSync(join(commands!.folder, name), 'utf8');
    const { tests } = JSON.parse(written('out/orbit/results.json'));
    const sequences = tests.map(({ test }: { test: string }) => test.replace(/\..*/, ''));
    expect(new Set(sequences)).toEqual(new Set(['orbit_adder', 'orbit_stack']));
    expect(JSON.parse(written('out/orbit/orbit-summary.json'))).toEqual({ tests: 4, passed: 4, failed: 0 });
    expect(written('naps.csv')).toMatch(/^(?:navi2[12],\d+\n){4,}$/);
    const broken = await commands!.run([...few, ...config, '--fault', 'orbit.F-01', '--out', 'out/late']);
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout).buckets[0].rule).toBe('IDLE-02');
    writeFileSync(
      join(orbit, 'none.ts'),
      "import { napBudget } from './nap-budget.js';\nexport default napBudget(0);\n",
    );
    const last = tests.findLast(({ test }: { test: string }) => test.startsWith('orbit_adder'));
    const replay = ['replay', `out/orbit#${last.test}`, '--suite-file', join(orbit, 'orbit.suite.json')];
    const strict = await commands!.run([...replay, '--config', join(orbit, 'none.ts')]);
    expect(strict.stdout).toMatch(/^orbit\.NAP-01 A wave sleeps no more often than its budget allows\.$/m);
  });

  it("lints shaders in another package's script", () => {
    const lint = call([process.execPath, 'lint-shaders.mjs', 'shaders'], copyExample('shader-lint'));
    expect(lint.stdout).toMatch(
      /^::error file=shaders.store-not-awaited\.s,line=12::RACE-01 .*\n2 shaders, 1 mistakes\n$/,
    );
    expect(lint.code).toBe(1);
  });

  it('creates a project whose suite, rule and test run immediately, and keeps existing files', async () => {
    expect(popsTb('init', 'first').stdout).toMatch(/^written {2}first.pops-tb\.config\.ts$/m);
    expect(popsTb('init', 'first').stdout).toMatch(
      /^Next in first: npx --no-install pops-tb run, then node --test$/m,
    );
    expect(popsTb('init', 'first').stdout).toMatch(/^kept {5}first.own\.suite\.ts$/m);
    const config = join('first', 'pops-tb.config.ts');
    const one = ['--count', '1', '--seed', '0x1', '--workers', '1', '--json', '--out', 'out/first'];
    const run = popsTb('run', '--config', config, ...one);
    const { rules, suite } = JSON.parse(run.stdout);
    expect(suite).toBe(join('first', 'own.suite.ts'));
    expect(rules.at(-1)).toMatchObject({ id: 'own.WAVES-01', armed: expect.any(Number), fired: 0 });
    expect(rules.at(-1).armed).toBeGreaterThan(0);
    const test = call([process.execPath, '--test', join('first', 'test', 'ordering.test.mjs')]);
    expect(test.stdout).toMatch(/pass 1\n/);
  });

  it.each(pageExamples())(
    'the example of $page in $file is a suite or a configuration that loads',
    async ({ file, code, listed }) => {
      copyFileSync(join(clone, 'examples', 'nap-budget', 'adder.s'), join(commands!.folder, 'counter.s'));
      writeFileSync(join(commands!.folder, file), code);
      const words = listed === undefined ? ['run', file, '--dry-run'] : [...listed.words, '--config', file];
      const { code: exit, stdout, stderr } = await commands!.run(words);
      expect([exit, stderr.replace(/^.*: \d+ tests, seed.*\n/, '')]).toEqual([0, '']);
      expect(stdout).toMatch(listed?.shows ?? /^\w+\.\d+ +0x/);
    },
  );

  it('has types that compile under strict settings', () => {
    copyFileSync(join(clone, 'examples/small-ids.suite.ts'), join(project, 'typed.ts'));
    const codes = [...entryExamples(), ...pageExamples()].map(({ code }, at) => ({
      code,
      file: `typed-${at}.ts`,
    }));
    const examples = codes.filter(({ code }) => !code.startsWith('{'));
    for (const { code, file } of examples) writeFileSync(join(project, file), code);
    const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext'];
    const types = ['--types', 'node', '--typeRoots', join(clone, 'node_modules/@types')];
    popsTb('init', 'begun');
    const folders = [copyExample('section-watchdog'), copyExample('nap-budget'), join(project, 'begun')];
    const configs = folders.map((plugIn) => join(plugIn, 'pops-tb.config.ts'));
    const compiler = join(clone, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        ...[compiler, ...strict, '--target', 'es2022', ...types, 'typed.ts'],
        ...[...configs, ...examples.map(({ file }) => file)],
      ],
      { cwd: project, encoding: 'utf8' },
    );
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
