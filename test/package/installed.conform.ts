import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/support/run-cli.js';
import { entryExamples } from '../public/support/entry-examples.js';

const clone = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();
const project = join(folder, 'a project');
const MEGABYTE = 1e6;

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
}

function npm(arguments_: readonly string[], cwd: string): string {
  return execFileSync('npm', arguments_, { cwd, encoding: 'utf8', stdio: 'pipe' });
}

/** What the installed command prints and how it ends; npm's bin link is what a user calls. */
function popsTb(...arguments_: string[]) {
  const { status, stdout, stderr } = spawnSync(join(project, 'node_modules/.bin/pops-tb'), arguments_, {
    cwd: project,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

function pack(): Packed {
  const printed = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], clone),
  );
  return Object.values(printed as Record<string, Packed>)[0]!;
}

/** A project that has the package and nothing else, or undefined where npm reaches no registry. */
function install({ filename }: Packed): boolean {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }');
  try {
    npm(['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, filename)], project);
    return true;
  } catch (error) {
    if (process.env.CI !== 'true' && /ENOTFOUND|EAI_AGAIN|ENOTCACHED|ECONNREFUSED/.test(String(error)))
      return false;
    throw error;
  }
}

const packed = pack();
const isInstalled = install(packed);
describe.skipIf(!isInstalled)('the package in a project of its own (skipped where npm ping fails)', () => {
  it('is at most 3 MB to load and 12 MB on the disk, without tests or maps', () => {
    expect(packed.size).toBeLessThan(3 * MEGABYTE);
    expect(packed.unpackedSize).toBeLessThan(12 * MEGABYTE);
    const own = join(project, 'node_modules/pops-testbench');
    for (const left of ['test', 'bench', 'dist/test', 'dist/bench', 'data/golden', 'data/corpus/gpu'])
      expect(existsSync(join(own, left))).toBe(false);
  });

  it('brings no package that runs code when it is installed, and none that only some commands need', () => {
    const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const scripts = Object.keys(packages).filter((name) => packages[name]!.hasInstallScript);
    expect(scripts).toEqual([]);
    for (const heavy of ['@duckdb/node-api', 'bullmq', 'ioredis'])
      expect(Object.keys(packages)).not.toContain(`node_modules/${heavy}`);
  });

  it('runs tests, finds an injected fault, replays it and writes the pages', () => {
    const clean = popsTb('run', '--count', '4', '--test', 'rmw_buffer', '--out', 'out/clean');
    expect(clean.stderr).not.toMatch(/Cannot|Error/);
    expect(clean.code).toBe(0);
    expect(statSync(join(project, 'out/clean/index.html')).size).toBeGreaterThan(10_000);
    const found = popsTb(
      'run',
      '--count',
      '4',
      '--test',
      'rmw_buffer',
      '--fault',
      'F46',
      '--out',
      'out/found',
    );
    expect(found.code).toBe(1);
    const line = /pops-tb (replay .*)$/m.exec(found.stdout)![1]!;
    const replayed = popsTb(...line.replaceAll("'", '').split(' '));
    expect(replayed.code).toBe(1);
    expect(replayed.stdout).toContain('ORD-06');
  });

  it('says what to install where a command needs more', () => {
    const history = popsTb('history');
    expect(history.code).toBe(4);
    expect(history.stderr).toMatch(
      /^The history needs @duckdb\/node-api; install it: npm install @duckdb\/node-api@"\^/,
    );
    expect(popsTb('doctor').stdout).toMatch(/^bullmq +missing .* npm install bullmq@"\^/m);
    const queue = popsTb('worker', '--queue', 'redis://localhost:1');
    expect(queue.code).toBe(4);
    expect(queue.stderr).toMatch(/^A queue needs ioredis; install it: npm install ioredis@"\^/);
  });

  it("runs a suite of the user's own and judges a shader", () => {
    copyFileSync(join(clone, 'examples/small-ids.suite.ts'), join(project, 'own.suite.ts'));
    const { code, stdout } = popsTb('run', 'own.suite.ts', '--count', '3', '--out', 'out/own');
    expect(stdout).toContain('PASS');
    expect(code).toBe(0);
    copyFileSync(join(clone, 'examples/shaders/gfx9-store-without-glc.s'), join(project, 'shader.s'));
    expect(popsTb('check', 'shader.s', '--seeds', '1').stdout).toContain('expected: VIS-02');
  });

  it.each(entryExamples())('the example of $entry prints what it says', ({ code, printed }) => {
    writeFileSync(join(project, 'example.js'), code);
    const { stdout, stderr } = spawnSync(process.execPath, ['example.js'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.trimEnd()).toBe(printed);
  });

  it("runs a plug-in with a rule and a covergroup, and lints shaders in another package's script", () => {
    for (const name of ['section-watchdog', 'shader-lint'])
      cpSync(join(clone, 'examples', name), join(project, name), { recursive: true });
    const watchdog = join(project, 'section-watchdog');
    const run = popsTb(
      'run',
      '--count',
      '1',
      '--config',
      join(watchdog, 'pops-tb.config.ts'),
      '--out',
      'out/watchdog',
    );
    expect(run.stdout).toMatch(/^acme\.watchdog +[1-9]\d* +\d+ /m);
    expect(run.stdout).toContain('PASS');
    const short =
      "import { sectionWatchdog } from './watchdog.js';\nexport default sectionWatchdog({ cycles: 50 });\n";
    writeFileSync(join(watchdog, 'short.ts'), short);
    const found = popsTb('replay', 'out/watchdog#rmw_buffer.0', '--config', join(watchdog, 'short.ts'));
    expect(found.stdout).toMatch(/^acme\.WATCHDOG-01 No section is open for longer/);
    expect(found.code).toBe(1);
    const lint = spawnSync(process.execPath, ['lint-shaders.mjs', 'shaders'], {
      cwd: join(project, 'shader-lint'),
      encoding: 'utf8',
    });
    expect(lint.stdout).toMatch(
      /^::error file=shaders.store-not-awaited\.s,line=12::RACE-01 .*\n2 shaders, 1 mistakes\n$/,
    );
    expect(lint.status).toBe(1);
  });

  it('begins a project whose suite, rule and test run at once, and keeps what is there', () => {
    expect(popsTb('init', 'first').stdout).toMatch(/^written {2}first.pops-tb\.config\.ts$/m);
    expect(popsTb('init', 'first').stdout).toMatch(/^kept {5}first.own\.suite\.ts$/m);
    const config = join('first', 'pops-tb.config.ts');
    const run = popsTb('run', '--config', config, '--count', '1', '--json', '--out', 'out/first');
    const { rules, suite } = JSON.parse(run.stdout);
    expect(suite).toBe(join('first', 'own.suite.ts'));
    expect(rules.at(-1)).toMatchObject({ id: 'own.WAVES-01', armed: expect.any(Number), fired: 0 });
    expect(rules.at(-1).armed).toBeGreaterThan(0);
    const test = spawnSync(process.execPath, ['--test', join('first', 'test', 'ordering.test.mjs')], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(test.stdout).toMatch(/pass 1\n/);
  });

  it('has types that hold under strict settings', () => {
    copyFileSync(join(clone, 'examples/small-ids.suite.ts'), join(project, 'typed.ts'));
    const examples = entryExamples().map(({ code }, at) => {
      writeFileSync(join(project, `example-${at}.ts`), code);
      return `example-${at}.ts`;
    });
    const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext'];
    const types = [
      '--target',
      'es2022',
      '--types',
      'node',
      '--typeRoots',
      join(clone, 'node_modules/@types'),
    ];
    const compiler = join(clone, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        compiler,
        ...strict,
        ...types,
        'typed.ts',
        'section-watchdog/pops-tb.config.ts',
        'first/pops-tb.config.ts',
        ...examples,
      ],
      {
        cwd: project,
        encoding: 'utf8',
      },
    );
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
