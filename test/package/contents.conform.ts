import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { readEntryExamples } from '../cli/public/support/entry-examples.js';
import { prepareInstalledCommands } from '../support/installed-commands.js';
import { getInstalledProject } from '../support/installed-package.js';
import { copyExample, runOutsideClone } from './support/outside-clone.js';
import { readPageExamples } from './support/page-examples.js';

const MEGABYTE = 1e6;
const installed = await getInstalledProject();
const commands = await prepareInstalledCommands();
/** The folder in which the tests below run. They are skipped if it is an empty string. */
const project = installed?.folder ?? '';
/** Creates a new folder in the project, since other test files use the same project. */
const createFolder = (): string => mkdtempSync(join(project, 'contents '));

it('names only files that exist, apart from the playground', () => {
  const { files } = JSON.parse(readFileSync(join(findPackageRoot(), 'package.json'), 'utf8')) as {
    files: string[];
  };
  const expand = (pattern: string): string[] => {
    const [, start = '', choices, end = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern) ?? [];
    if (choices === undefined) return [pattern];
    return choices.split(',').flatMap((choice) => expand(`${start}${choice}${end}`));
  };
  const named = files
    .flatMap((pattern) => expand(pattern.replace('!', '')))
    .filter((path) => !/[*[]/.test(path));
  const missing = named.filter((path) => !existsSync(join(findPackageRoot(), path)));
  expect(missing.filter((path) => path !== 'docs/site')).toEqual([]);
});

// These tests do not depend on the Node version. Those that do are in installed.conform.ts.
describe.skipIf(installed === undefined)(
  'the package in a separate project (skipped if npm ping fails)',
  () => {
    it('is at most 3 MB to download and 13 MB on disk, and contains no tests or source maps', () => {
      expect(installed!.packResult.size).toBeLessThan(3 * MEGABYTE);
      expect(installed!.packResult.unpackedSize).toBeLessThan(13 * MEGABYTE);
      for (const excluded of ['test', 'tools', 'dist/test', 'dist/tools', 'data/golden', 'data/corpus/gpu'])
        expect(existsSync(join(installed!.root, excluded))).toBe(false);
      const files = readdirSync(installed!.root, { recursive: true, encoding: 'utf8' });
      expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    });

    it('installs no packages with install scripts, and no package that only some commands need', () => {
      const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { hasInstallScript?: boolean }>;
      };
      const scripts = Object.keys(packages).filter((name) => packages[name]!.hasInstallScript);
      expect(scripts).toEqual([]);
      for (const optional of ['bullmq', 'ioredis'])
        expect(Object.keys(packages)).not.toContain(`node_modules/${optional}`);
    });

    it('prints what to install if a command needs an optional package', async () => {
      const { stdout } = await commands!.run(['doctor']);
      expect(stdout).toMatch(/^bullmq +missing .* npm install bullmq@"\^/m);
      const queue = await commands!.run(['worker', '--queue', 'redis://localhost:1']);
      expect(queue.code).toBe(4);
      expect(queue.stderr).toMatch(/^A queue needs ioredis; install it: npm install ioredis@"\^/);
    });

    it('runs a plug-in with every type of extension, including a fault and a rule that make tests fail', async () => {
      const exampleFolder = copyExample('nap-budget', createFolder());
      const config = ['--config', join(exampleFolder, 'pops-tb.config.ts')];
      const runArgs = ['run', '--count', '4', '--seed', '0x1', '--workers', '1', '--json'];
      const run = await commands!.run([...runArgs, ...config, '--out', 'out/orbit']);
      expect(run.code, run.stderr).toBe(0);
      const { rules } = JSON.parse(run.stdout);
      expect(rules.at(-1)).toMatchObject({ id: 'orbit.NAP-01', armed: expect.any(Number), fired: 0 });
      expect(rules.at(-1).armed).toBeGreaterThan(0);
      const coverage = await commands!.run([
        ...'coverage show out/orbit --group orbit.naps'.split(' '),
        ...config,
      ]);
      expect(coverage.stdout).toMatch(/^orbit\.naps: How often a wave sleeps\. \d/);
      const readOutput = (name: string): string => readFileSync(join(commands!.folder, name), 'utf8');
      const { tests } = JSON.parse(readOutput('out/orbit/results.json'));
      const sequences = tests.map(({ test }: { test: string }) => test.replace(/\..*/, ''));
      expect(new Set(sequences)).toEqual(new Set(['orbit_adder', 'orbit_stack']));
      expect(JSON.parse(readOutput('out/orbit/orbit-summary.json'))).toEqual({
        tests: 4,
        passed: 4,
        failed: 0,
      });
      expect(readOutput('naps.csv')).toMatch(/^(?:navi2[12],\d+\n){4,}$/);
      const faultyRun = await commands!.run([
        ...runArgs,
        ...config,
        ...'--fault orbit.F-01 --out out/late'.split(' '),
      ]);
      expect(faultyRun.code).toBe(1);
      expect(JSON.parse(faultyRun.stdout).buckets[0].rule).toBe('IDLE-02');
      writeFileSync(
        join(exampleFolder, 'none.ts'),
        "import { napBudget } from './nap-budget.js';\nexport default napBudget(0);\n",
      );
      const last = tests.findLast(({ test }: { test: string }) => test.startsWith('orbit_adder'));
      const replay = [
        'replay',
        `out/orbit#${last.test}`,
        '--suite-file',
        join(exampleFolder, 'orbit.suite.json'),
      ];
      const strict = await commands!.run([...replay, '--config', join(exampleFolder, 'none.ts')]);
      expect(strict.stdout).toMatch(/^orbit\.NAP-01 A wave sleeps no more often than its budget allows\.$/m);
    });

    it('lints shaders from a script in another package', () => {
      const lint = runOutsideClone(
        [process.execPath, 'lint-shaders.mjs', 'shaders'],
        copyExample('shader-lint', createFolder()),
      );
      expect(lint.stdout).toMatch(
        /^::error file=shaders.store-not-awaited\.s,line=12::RACE-01 .*\n2 shaders, 1 error\n$/,
      );
      expect(lint.code).toBe(1);
    });

    it.each(readPageExamples())(
      'loads the example $file from $page as a suite or a configuration',
      async ({ file, code, listing }) => {
        copyFileSync(
          join(findPackageRoot(), 'docs', 'examples', 'nap-budget', 'adder.s'),
          join(commands!.folder, 'counter.s'),
        );
        writeFileSync(join(commands!.folder, file), code);
        const args = listing === undefined ? ['run', file, '--dry-run'] : [...listing.args, '--config', file];
        const { code: exit, stdout, stderr } = await commands!.run(args);
        expect([exit, stderr.replace(/^.*: \d+ tests, seed.*\n/, '')]).toEqual([0, '']);
        expect(stdout).toMatch(listing?.pattern ?? /^\w+\.\d+ +0x/);
      },
    );

    it('ships types that compile with strict settings', async () => {
      copyFileSync(join(findPackageRoot(), 'docs/examples/small-ids.suite.ts'), join(project, 'typed.ts'));
      const codes = [...readEntryExamples(), ...readPageExamples()].map(({ code }, index) => ({
        code,
        file: `typed-${index}.ts`,
      }));
      const examples = codes.filter(({ code }) => !code.startsWith('{'));
      for (const { code, file } of examples) writeFileSync(join(project, file), code);
      const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext'];
      const typeOptions = ['--types', 'node', '--typeRoots', join(findPackageRoot(), 'node_modules/@types')];
      const initialisedProject = join(project, 'initialised');
      await commands!.run(['init', initialisedProject]);
      const folders = [
        copyExample('section-watchdog', createFolder()),
        copyExample('nap-budget', createFolder()),
        initialisedProject,
      ];
      const configs = folders.map((plugIn) => join(plugIn, 'pops-tb.config.ts'));
      const compiler = join(findPackageRoot(), 'node_modules/typescript/bin/tsc');
      const { status, stdout } = spawnSync(
        process.execPath,
        [
          ...[compiler, ...strict, '--target', 'es2022', ...typeOptions, 'typed.ts'],
          ...[...configs, ...examples.map(({ file }) => file)],
        ],
        { cwd: project, encoding: 'utf8' },
      );
      expect(stdout).toBe('');
      expect(status).toBe(0);
    });
  },
);
