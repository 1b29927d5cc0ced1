import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { BUILT, importsOf, isModule, type ModuleLoader, sourceOf } from '../patched-modules.js';
import type { TakeReach } from './reach.js';
import { unitOfFile } from './units.js';
import { type CollectedFile, takeCollected } from './vitest-in-thread.js';

/** Second-tier tests for mutants, in addition to the first tier: those that end within some seconds. */
const SECOND_TIER = ['db/collision', 'db/overlap-table', 'sc/sample-rate'].map(
  (name) => `test/rtl-model/${name}.conform.js`,
);

/**
 * Tests that run commands, browsers, servers or other programs, judge mutants themselves, or inspect memory shared with other
 * threads.
 */
const EXCLUDED = /^test\/(bench|bundle|cli|examples|house|package|site|surroundings)\/|sc\/large-scene\./;

/** Signs of needing Vitest itself, or a separate process. */
const NEEDS_MORE =
  /from 'node:(child_process|worker_threads|cluster|http|net)'|\b(vi|inject)\b[^;]*from 'vitest'|\.toMatch\w*Snapshot\(/;

/**
 * Test files for mutants: those that load the model and can run in a thread. By their paths below the compiled rooms, sorted.
 */
export function unitTestFiles(): readonly string[] {
  const all = readdirSync(join(BUILT, 'test'), { recursive: true, encoding: 'utf8' });
  const first = all.map((path) => `test/${path}`).filter((path) => path.endsWith('.test.js'));
  return [...first.filter((path) => !EXCLUDED.test(path)), ...SECOND_TIER].filter(loadsModel).sort();
}

/** Whether a test file imports the model, directly or not, and nothing from the tests folder that keeps it out of a thread. */
function loadsModel(file: string): boolean {
  const reached = new Set([file]);
  for (const module of reached) {
    if (module.startsWith('test/') && NEEDS_MORE.test(sourceOf(module))) return false;
    for (const name of importsOf(module)) if (isModule(name)) reached.add(name);
  }
  return [...reached].some((module) => module.startsWith('rtl-model/'));
}

/** A project test, and the mutants it reaches. */
export interface UnitTest {
  readonly file: string;
  readonly name: string;
  /** On the model itself. */
  readonly seconds: number;
  /** By mutant number: 1 if the mutant's place runs in the test or while its file is loaded. */
  readonly reachedMutants: Uint8Array;
}

/** Some tests of one file. */
export interface UnitTestChoice {
  readonly file: string;
  readonly names: readonly string[];
  /** On the model itself, in total. */
  readonly seconds: number;
}

/** Laws draw the same cases as in the suite; failures are not shrunk, since they are not shown. */
const LAWS = { seed: 1, endOnFailure: true };

/** Runs a file's tests on the model itself; undefined if one fails in a thread, so that they prove nothing. */
export async function tryUnitTests(
  load: ModuleLoader,
  file: string,
  take: TakeReach,
): Promise<readonly UnitTest[] | undefined> {
  const tried: UnitTest[] = [];
  take();
  const hasPassed = await runFile(load, file, async ({ tests }) => {
    const loading = take();
    for (const { name, run } of tests) {
      const started = performance.now();
      await run();
      const reachedMutants = take().map((ran, mutant) => ran | loading[mutant]!);
      tried.push({ file, name, seconds: (performance.now() - started) / 1000, reachedMutants });
    }
  });
  return hasPassed ? tried : undefined;
}

/** Runs these tests of one file; false if one fails. */
export async function runUnitTests(load: ModuleLoader, { file, names }: UnitTestChoice): Promise<boolean> {
  return await runFile(load, file, async ({ tests }) => {
    for (const { name, run } of tests) if (names.includes(name)) await run();
  });
}

async function runFile(
  load: ModuleLoader,
  file: string,
  body: (collected: CollectedFile) => Promise<void>,
): Promise<boolean> {
  const settings = fc.readConfigureGlobal();
  fc.configureGlobal(LAWS);
  try {
    await load(file);
    const collected = takeCollected();
    for (const run of collected.before) await run();
    await body(collected);
    for (const run of collected.after) await run();
    return true;
  } catch {
    return false;
  } finally {
    fc.configureGlobal(settings);
    takeCollected();
  }
}

/**
 * The tests that reach a mutant of this module, by file: first those of the module, then those of its unit, of the model, and
 * all others; within each, cheapest first.
 */
export function chooseUnitTests(
  tests: readonly UnitTest[],
  mutant: number,
  module: string,
): readonly UnitTestChoice[] {
  const reaching = tests.filter(({ reachedMutants }) => reachedMutants[mutant] === 1);
  return [...new Set(reaching.map(({ file }) => file))]
    .map((file) => {
      const testsOfFile = reaching.filter((test) => test.file === file);
      const seconds = testsOfFile.reduce((sum, test) => sum + test.seconds, 0);
      return { file, names: testsOfFile.map(({ name }) => name), seconds };
    })
    .sort((a, b) => distanceOf(a.file, module) - distanceOf(b.file, module) || a.seconds - b.seconds);
}

function distanceOf(file: string, module: string): number {
  const near = [`${module}.`, `${unitOfFile(module)}/`, ''];
  const at = near.findIndex((start) => file.startsWith(`test/rtl-model/${start}`));
  return at < 0 ? near.length : at;
}
