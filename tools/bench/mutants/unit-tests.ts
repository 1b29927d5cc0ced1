import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { groupBy } from '../../../arch/index.js';
import type { TakeActiveMutants } from './instrument.js';
import { BUILD_DIR, findImports, getUnit, isModule, type ModuleLoader, readCompiled } from './modules.js';
import { type CollectedFile, takeCollected } from './vitest-in-thread.js';

/** Second-tier tests that take only a few seconds. They run in addition to the first tier. */
const SECOND_TIER = ['db/collision', 'db/overlap-table', 'sc/sample-rate'].map(
  (name) => `test/rtl-model/${name}.conform.js`,
);

/**
 * Tests to skip: those that run commands, browsers, servers or other programs, that do mutation testing themselves, or
 * that check memory shared with other threads.
 */
const EXCLUDED = /^test\/(bench|bundle|cli|examples|house|package|site|surroundings)\/|sc\/large-scene\./;

/** Matches code that needs Vitest itself or another process. */
const NEEDS_VITEST_OR_PROCESS =
  /from 'node:(child_process|worker_threads|cluster|http|net)'|\b(vi|inject)\b[^;]*from 'vitest'|\.toMatch\w*Snapshot\(/;

/** Returns the test files that load the model and can run in a thread, as sorted paths in the build folder. */
export function listUnitTestFiles(): readonly string[] {
  const allFiles = readdirSync(join(BUILD_DIR, 'test'), { recursive: true, encoding: 'utf8' });
  const firstTier = allFiles.map((path) => `test/${path}`).filter((path) => path.endsWith('.test.js'));
  return [...firstTier.filter((path) => !EXCLUDED.test(path)), ...SECOND_TIER].filter(loadsModel).sort();
}

/**
 * Whether a test file imports the model, directly or indirectly, without importing anything from test/ that
 * prevents it from running in a thread.
 */
function loadsModel(file: string): boolean {
  const modules = new Set([file]);
  for (const module of modules) {
    if (module.startsWith('test/') && NEEDS_VITEST_OR_PROCESS.test(readCompiled(module))) return false;
    for (const name of findImports(module)) if (isModule(name)) modules.add(name);
  }
  return [...modules].some((module) => module.startsWith('rtl-model/'));
}

/** One of the project's tests, with the mutants it reaches. */
export interface UnitTest {
  readonly file: string;
  readonly name: string;
  /** Duration on the unmodified model, in seconds. */
  readonly seconds: number;
  /** For each mutant, 1 if its code runs in the test or while the test file is loading. */
  readonly activeMutants: Uint8Array;
}

/** Tests chosen from one file. */
export interface UnitTestChoice {
  readonly file: string;
  readonly names: readonly string[];
  /** Their total duration on the unmodified model, in seconds. */
  readonly seconds: number;
}

/**
 * Settings for property-based tests: a fixed seed and no shrinking, since failures are not reported.
 */
const PROPERTY_SETTINGS = { seed: 1, endOnFailure: true };

/**
 * Runs a file's tests on the unmodified model. Returns undefined if any test fails in a thread, since the file then
 * cannot tell us anything about mutants.
 */
export async function tryUnitTests(
  load: ModuleLoader,
  file: string,
  takeActiveMutants: TakeActiveMutants,
): Promise<readonly UnitTest[] | undefined> {
  const results: UnitTest[] = [];
  takeActiveMutants();
  const passed = await runFile(load, file, async ({ tests }) => {
    const reachedOnLoad = takeActiveMutants();
    for (const { name, run } of tests) {
      const startTime = performance.now();
      await run();
      const activeMutants = takeActiveMutants().map((ran, mutant) => ran | reachedOnLoad[mutant]!);
      results.push({ file, name, seconds: (performance.now() - startTime) / 1000, activeMutants });
    }
  });
  return passed ? results : undefined;
}

/** Runs the chosen tests from a file, stopping at the first failure. Returns whether all of them passed. */
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
  fc.configureGlobal(PROPERTY_SETTINGS);
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
 * Chooses the tests that reach a mutant of the given module, grouped by file: first the module's own tests,
 * then those of its unit, those of the model, and all others. Within each group, the cheapest come first.
 */
export function chooseUnitTests(
  tests: readonly UnitTest[],
  mutant: number,
  module: string,
): readonly UnitTestChoice[] {
  const reachingTests = tests.filter(({ activeMutants }) => activeMutants[mutant] === 1);
  return [...groupBy(reachingTests, ({ file }) => file)]
    .map(([file, fileTests]) => {
      const seconds = fileTests.reduce((sum, test) => sum + test.seconds, 0);
      return { file, names: fileTests.map(({ name }) => name), seconds };
    })
    .sort((a, b) => getDistance(a.file, module) - getDistance(b.file, module) || a.seconds - b.seconds);
}

function getDistance(file: string, module: string): number {
  const prefixes = [`${module}.`, `${getUnit(module)}/`, ''];
  const distance = prefixes.findIndex((prefix) => file.startsWith(`test/rtl-model/${prefix}`));
  return distance < 0 ? prefixes.length : distance;
}
