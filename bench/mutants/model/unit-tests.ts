import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../regression/index.js';
import { changedSource, type ModelMutant } from './mutants.js';
import { readModule, unitOfFile } from './units.js';

/** Rooms that import no model: the copy shares them. */
const SHARED = ['arch', 'transactions'];

/** What the copy needs beside the compiled rooms: packages, data, and the file that says that these are modules. */
const AROUND = ['node_modules', 'package.json', 'data'];

/**
 * Tests that no mutant runs: those of process resources, which other processes affect, so a failure proves nothing; and
 * those of rules on many runs, like the random tests.
 */
const LEFT_OUT = ['**/large-scene.test.ts', '**/million-waves.conform.ts', '**/false-alarms.conform.ts'];

/** Endings of the test files of both tiers. */
const TIERS = ['test', 'conform'] as const;

/** The model's tests, which mirror its folders. */
const TESTS = join('test', 'rtl-model');

/** Tests of functions that only a search uses: fingerprints, footprints, and orders in place of times. */
const TESTS_OF_SEARCH = join('test', 'regression', 'explore', '/');

/** Tests that take many times as long as they do on the model do not end. */
const TIMES_MAX = 6;
const SECONDS_MORE = 60;

/** The project's own tests of the model, run on a copy of the compiled project in which one module of the model is changed. */
export class UnitTests {
  private readonly folder = mkdtempSync(join(tmpdir(), 'pops-unit-tests-'));
  /** Seconds that each step takes on the model itself. */
  private readonly seconds = new Map<string, number>();

  constructor() {
    const root = packageRoot();
    for (const name of AROUND) symlinkSync(join(root, name), join(this.folder, name));
    const built = join(root, 'dist');
    cpSync(built, join(this.folder, 'dist'), {
      recursive: true,
      filter: (path) => !/\.(map|d\.ts|tsbuildinfo)$|\/(bundled|test)$/.test(path) && !isShared(path, built),
    });
    for (const room of SHARED) symlinkSync(join(built, room), join(this.folder, 'dist', room));
  }

  /** Whether tests of the model fail on the mutant, or do not end. Throws where they fail on the model itself. */
  async kill(mutant: ModelMutant): Promise<boolean> {
    const steps = stepsFor(mutant.file);
    // First on the model itself, for how long they take, since the copy is still that.
    for (const step of steps) await this.secondsOnModel(step);
    const copy = join(this.folder, 'dist', 'rtl-model', `${mutant.file}.js`);
    const source = readModule(mutant.file);
    writeFileSync(copy, changedSource(source, mutant));
    try {
      for (const step of steps) {
        const seconds = await this.secondsOnModel(step);
        if (!(await this.pass(step, seconds * TIMES_MAX + SECONDS_MORE))) return true;
      }
      return false;
    } finally {
      writeFileSync(copy, source);
    }
  }

  /** Removes the copy. */
  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async secondsOnModel(step: string): Promise<number> {
    const known = this.seconds.get(step);
    if (known !== undefined) return known;
    const started = performance.now();
    if (!(await this.pass(step, Number.POSITIVE_INFINITY)))
      throw new Error(`Tests fail without a mutant: build, and run npx vitest run ${step}`);
    const seconds = (performance.now() - started) / 1000;
    this.seconds.set(step, seconds);
    return seconds;
  }

  private pass(step: string, seconds: number): Promise<boolean> {
    const root = packageRoot();
    const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const options = ['--bail=1', '--silent=true', ...LEFT_OUT.map((glob) => `--exclude=${glob}`)];
    const child = spawn(process.execPath, [runner, 'run', ...options, step], {
      cwd: root,
      env: { ...process.env, POPS_TB_BUILT: join(this.folder, 'dist') },
      stdio: 'ignore',
      ...(Number.isFinite(seconds)
        ? { timeout: Math.ceil(seconds * 1000), killSignal: 'SIGKILL' as const }
        : {}),
    });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => resolve(code === 0));
    });
  }
}

function isShared(path: string, built: string): boolean {
  return SHARED.some((room) => path === join(built, room));
}

/**
 * Tests that a mutant of a module meets, below the project, in steps: those of the module itself, which are the quickest
 * to tell; those of its unit; then all of the model's, since some show only in another unit; then those of searches.
 */
function stepsFor(file: string): readonly string[] {
  const own = TIERS.map((tier) => join(TESTS, `${file}.${tier}.ts`));
  const steps = [...own, join(TESTS, unitOfFile(file), '/'), join(TESTS, '/'), TESTS_OF_SEARCH];
  return steps.filter((path) => existsSync(join(packageRoot(), path)));
}
