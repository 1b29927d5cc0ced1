import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { BUILT, unitTestFiles } from './test-files.js';

/** Folders whose tests run commands, browsers, servers or other programs, which do not load a thread's copy of the model, or judge mutants themselves. */
const APART = /^test\/(bench|bundle|cli|examples|house|package|site|surroundings)\//;

/** What needs Vitest itself, or a process of its own. */
const NEEDS_MORE =
  /from 'node:(child_process|worker_threads|cluster|http|net)'|\b(vi|inject)\b[^;]*from 'vitest'|\.toMatch\w*Snapshot\(/;

/**
 * Files of tests of the first tier that mutants meet last, as paths below the compiled rooms without ending, sorted: all others that
 * load the model and can run in a thread.
 */
export function laterTestFiles(): readonly string[] {
  const before = new Set(unitTestFiles());
  return readdirSync(join(BUILT, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.split(sep).join('/')}`)
    .filter((path) => path.endsWith('.test.js') && !APART.test(path))
    .map((path) => path.slice(0, -'.js'.length))
    .filter((path) => !before.has(path) && loadsModel(path))
    .sort();
}

/** Whether a file of tests imports the model, on whatever way, and nothing in the folder of tests that keeps it out of a thread. */
function loadsModel(file: string): boolean {
  const reached = new Set([`${file}.js`]);
  let loads = false;
  for (const path of reached) {
    if (path.startsWith('rtl-model/')) loads = true;
    const source = sourceOf(path);
    if (path.startsWith('test/') && NEEDS_MORE.test(source)) return false;
    for (const name of importsOf(source)) reached.add(posix.join(posix.dirname(path), name));
  }
  return loads;
}

const sources = new Map<string, string>();

function sourceOf(path: string): string {
  const known = sources.get(path);
  if (known !== undefined) return known;
  const source = readFileSync(join(BUILT, path), 'utf8');
  sources.set(path, source);
  return source;
}

/** Paths that a module imports, from its own folder on. */
export function importsOf(source: string): readonly string[] {
  return [...source.matchAll(/^(?:import|export)\b[^'";]*['"](\.[^'"]+\.js)['"]/gm)].map(([, name]) => name!);
}
