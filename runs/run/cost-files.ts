import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findPackageRoot, RUN_FILES } from '../../harness/basics/index.js';
import { listVisible, readBounded } from '../../harness/input/index.js';
import type { SequenceCosts } from '../../harness/records/index.js';
import { parseJson } from '../../transactions/index.js';

/** Maximum number of runs whose costs are read, newest first. */
const MAX_RUNS = 5;

const costsSchema = z.record(z.string(), z.number().nonnegative());

/**
 * Returns the time per test of each sequence, as measured by `npm run bench -- costs`, possibly on another machine. On
 * the first run, only their relative values are meaningful.
 */
export function readTypicalCosts(): SequenceCosts {
  return readCosts(join(findPackageRoot(), 'data', 'costs.json'));
}

/**
 * Returns the test times per sequence from the newest runs in `folder` that recorded them. They affect only when tests
 * start and how they are batched, never their results, so unreadable files are skipped.
 */
export function readEarlierCosts(folder: string): SequenceCosts {
  const newestLast = findCostFiles(folder)
    .sort((a, b) => a.writtenMs - b.writtenMs)
    .slice(-MAX_RUNS);
  return Object.assign({}, ...newestLast.map(({ file }) => readCosts(file)));
}

interface CostFile {
  readonly file: string;
  readonly writtenMs: number;
}

function findCostFiles(folder: string): CostFile[] {
  if (!existsSync(folder)) return [];
  return listVisible(folder)
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => findCostFile(join(folder, name, RUN_FILES.costs)));
}

function findCostFile(file: string): CostFile[] {
  try {
    const stats = lstatSync(file);
    return stats.isFile() ? [{ file, writtenMs: stats.mtimeMs }] : [];
  } catch {
    return [];
  }
}

function readCosts(file: string): SequenceCosts {
  try {
    return costsSchema.safeParse(parseJson(readBounded('small', file))).data ?? {};
  } catch {
    return {};
  }
}
