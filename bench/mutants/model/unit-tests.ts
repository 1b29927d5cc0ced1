import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../project-root.js';
import { changedSource, type ModelMutant } from './mutants.js';
import { readModule, unitOfFile } from './units.js';

/** Rooms that import no model: the copy shares them. */
const SHARED = ['arch', 'transactions'];

/** What the copy needs beside the compiled rooms: packages, data, and the file that says that these are modules. */
const AROUND = ['node_modules', 'package.json', 'data'];

/** Tests of what the process takes, which others that run beside them change: a failure says nothing. */
const OF_MEMORY = ['**/large-scene.test.ts'];

/** Tests of knobs, whatever unit they are of. */
const OF_KNOBS = 'unknowns.test.ts';

/** Tests that take many times as long as they do on the model do not end. */
const TIMES_MAX = 4;
const SECONDS_MORE = 30;

/** The project's own tests of each unit, run on a copy of the compiled project in which one module of the model is changed. */
export class UnitTests {
  private readonly folder = mkdtempSync(join(tmpdir(), 'pops-unit-tests-'));
  /** Seconds that the tests of a unit take on the model itself. */
  private readonly seconds = new Map<string, number>();

  constructor() {
    const root = projectRoot();
    for (const name of AROUND) symlinkSync(join(root, name), join(this.folder, name));
    const built = join(root, 'dist');
    cpSync(built, join(this.folder, 'dist'), {
      recursive: true,
      filter: (path) => !/\.(map|d\.ts|tsbuildinfo)$|\/(bundled|test)$/.test(path) && !isShared(path, built),
    });
    for (const room of SHARED) symlinkSync(join(built, room), join(this.folder, 'dist', room));
  }

  /** Whether the tests of its unit fail on the mutant, or do not end. Throws where they fail on the model itself. */
  async kill(mutant: ModelMutant): Promise<boolean> {
    const files = testsOf(unitOfFile(mutant.file));
    if (files.length === 0) return false;
    const seconds = await this.secondsOnModel(unitOfFile(mutant.file), files);
    const copy = join(this.folder, 'dist', 'rtl-model', `${mutant.file}.js`);
    const source = readModule(mutant.file);
    writeFileSync(copy, changedSource(source, mutant));
    try {
      return !(await this.pass(files, seconds * TIMES_MAX + SECONDS_MORE));
    } finally {
      writeFileSync(copy, source);
    }
  }

  /** Removes the copy. */
  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async secondsOnModel(unit: string, files: readonly string[]): Promise<number> {
    const known = this.seconds.get(unit);
    if (known !== undefined) return known;
    const started = performance.now();
    if (!(await this.pass(files, Number.POSITIVE_INFINITY)))
      throw new Error(
        `Tests of ${unit} fail without a mutant: build, and run npx vitest run ${files.join(' ')}`,
      );
    const seconds = (performance.now() - started) / 1000;
    this.seconds.set(unit, seconds);
    return seconds;
  }

  private pass(files: readonly string[], seconds: number): Promise<boolean> {
    const root = projectRoot();
    const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const options = ['--bail=1', '--silent=true', ...OF_MEMORY.map((glob) => `--exclude=${glob}`)];
    const child = spawn(process.execPath, [runner, 'run', ...options, ...files], {
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

/** Test files of a unit and those of its knobs, below the project; those of the device itself lie beside the units' folders. */
function testsOf(unit: string): readonly string[] {
  const folder = join('test', 'rtl-model');
  if (unit !== 'device')
    return existsSync(join(projectRoot(), folder, unit))
      ? [join(folder, unit, '/'), join(folder, OF_KNOBS)]
      : [];
  return readdirSync(join(projectRoot(), folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}
