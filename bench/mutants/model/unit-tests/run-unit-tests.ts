import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { TakeReach } from '../reach.js';
import { type CollectedFile, takeCollected } from './vitest-in-thread.js';

/** A test of the project's own, and what it reaches. */
export interface UnitTest {
  /** Path below the compiled rooms without ending. */
  readonly file: string;
  readonly name: string;
  /** On the model itself, here. */
  readonly seconds: number;
  /** By the number of a mutant, 1 where its place runs in the test or while its file is loaded. */
  readonly reaches: Uint8Array;
}

/** Tests of one file. */
export interface UnitTestChoice {
  readonly file: string;
  readonly names: readonly string[];
  /** On the model itself, all together. */
  readonly seconds: number;
}

// Laws draw the same cases as in the suite; one that fails is not shrunk, since no one reads it.
fc.configureGlobal({ seed: 1, endOnFailure: true });

/** Tests of some files as they went on the model itself. */
export interface TriedFiles {
  readonly tests: readonly UnitTest[];
  /** Files that fail in a thread without a mutant, so that they prove nothing. */
  readonly failed: readonly string[];
}

/** Runs the tests of these files on a copy of the model itself. */
export async function tryUnitTests(
  built: string,
  files: readonly string[],
  take: TakeReach,
): Promise<TriedFiles> {
  const tests: UnitTest[] = [];
  const failed: string[] = [];
  for (const file of files) {
    try {
      tests.push(...(await tryFile(built, file, take)));
    } catch {
      failed.push(file);
      takeCollected();
    }
  }
  return { tests, failed };
}

async function tryFile(built: string, file: string, take: TakeReach): Promise<readonly UnitTest[]> {
  take();
  const { tests, before, after } = await collect(built, file);
  for (const run of before) await run();
  const loading = take();
  const tried: UnitTest[] = [];
  for (const { name, run } of tests) {
    const started = performance.now();
    await run();
    const seconds = (performance.now() - started) / 1000;
    const reaches = take().map((ran, mutant) => ran | loading[mutant]!);
    tried.push({ file, name, seconds, reaches });
  }
  for (const run of after) await run();
  return tried;
}

/** Runs these tests of one file on the copy that stands there; false where one fails. */
export async function passUnitTests(built: string, { file, names }: UnitTestChoice): Promise<boolean> {
  try {
    const { tests, before, after } = await collect(built, file);
    for (const run of before) await run();
    for (const { name, run } of tests) if (names.includes(name)) await run();
    for (const run of after) await run();
    return true;
  } catch {
    return false;
  } finally {
    takeCollected();
  }
}

async function collect(built: string, file: string): Promise<CollectedFile> {
  await import(pathToFileURL(join(built, `${file}.js`)).href);
  return takeCollected();
}
