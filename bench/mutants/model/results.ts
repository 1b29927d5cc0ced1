import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, writeWhole } from '../../../regression/index.js';
import type { JudgedMutant } from './judged.js';
import { readModule } from './units.js';

/** What is known of the model's mutants: the tests that they had, and what became of each. */
export interface ModelResults {
  readonly seed: string;
  /** Tests of the pool. */
  readonly pool: number;
  /** Mutants that there are of each unit. */
  readonly mutants: Readonly<Record<string, number>>;
  /** Hash of the compiled text of each module that a judged mutant is of. */
  readonly modules: Readonly<Record<string, string>>;
  readonly judged: readonly JudgedMutant[];
}

const FILE = join(packageRoot(), 'bench', 'results', 'model-mutants.json');

/** The results that are kept, or undefined where there are none yet. */
export function readModelResults(): ModelResults | undefined {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as ModelResults) : undefined;
}

/** Keeps the results, a mutant a line. */
export function writeModelResults({ judged, ...head }: Omit<ModelResults, 'modules'>): void {
  const files = [...new Set(judged.map(({ file }) => file))].sort();
  const modules = Object.fromEntries(files.map((file) => [file, hashOfModule(file)]));
  const rows = judged.map((each) => JSON.stringify(each)).join(',\n');
  const text = JSON.stringify({ ...head, modules }).slice(0, -1);
  writeWhole(FILE, `${text},"judged":[\n${rows}\n]}\n`);
}

/** Mutants judged before whose modules have not changed since. */
export function stillTrue(results: ModelResults | undefined): readonly JudgedMutant[] {
  if (results === undefined) return [];
  const isSame = new Map(
    Object.entries(results.modules).map(([file, hash]) => [file, hashOfModule(file) === hash]),
  );
  return results.judged.filter(({ file }) => isSame.get(file) === true);
}

function hashOfModule(file: string): string | undefined {
  try {
    return createHash('sha256').update(readModule(file)).digest('hex').slice(0, 12);
  } catch {
    return undefined;
  }
}
