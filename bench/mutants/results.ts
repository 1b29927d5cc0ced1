import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, writeWhole } from '../../regression/index.js';
import type { OperatorCounts } from './table.js';

/** What is known of the mutants of programs, and what they were asked for with. */
export interface ProgramResults {
  /** Programs of each chip; absent: all. */
  readonly sample?: number | undefined;
  /** Scenes that a mutant ran on at most. */
  readonly scenes: number;
  readonly mutants: number;
  /** Killed of those that are not equivalent, from 0 to 1. */
  readonly score: number;
  readonly operators: readonly OperatorCounts[];
  /** Programs that each legal variation was made of. */
  readonly variations: Readonly<Record<string, number>>;
}

const FILE = join(packageRoot(), 'bench', 'results', 'mutants.json');

/** The results that are kept, or undefined where there are none yet. */
export function readProgramResults(): ProgramResults | undefined {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as ProgramResults) : undefined;
}

/** Keeps the results. */
export function writeProgramResults(results: ProgramResults): void {
  writeWhole(FILE, `${JSON.stringify(results, null, 2)}\n`);
}
