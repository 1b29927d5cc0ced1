import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot, RUN_FILES } from '../../base/basics/index.js';
import { readBounded, visibleIn } from '../../base/input/index.js';
import type { CostsOfSequences } from '../../harness/records/index.js';
import { parseJson } from '../../transactions/index.js';

/** How many of the newest runs' costs are read. */
const RUNS_READ = 5;

const costsSchema = z.record(z.string(), z.number().nonnegative());

/**
 * The times per sequence measured by `npm run bench -- costs`, possibly on another machine. For a first run,
 * only their ratios are meaningful.
 */
export function typicalCosts(): CostsOfSequences {
  return costsIn(join(packageRoot(), 'data', 'costs.json'));
}

/**
 * The test times per sequence from the newest runs in `folder` that have any. They affect only when tests start
 * and how they are batched, never their results, so unreadable files are skipped.
 */
export function earlierCosts(folder: string): CostsOfSequences {
  const newestLast = costFilesIn(folder)
    .sort((a, b) => a.writtenMs - b.writtenMs)
    .slice(-RUNS_READ);
  return Object.assign({}, ...newestLast.map(({ file }) => costsIn(file)));
}

interface CostFile {
  readonly file: string;
  readonly writtenMs: number;
}

function costFilesIn(folder: string): CostFile[] {
  if (!existsSync(folder)) return [];
  return visibleIn(folder)
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => costFile(join(folder, name, RUN_FILES.costs)));
}

function costFile(file: string): CostFile[] {
  try {
    const stats = lstatSync(file);
    return stats.isFile() ? [{ file, writtenMs: stats.mtimeMs }] : [];
  } catch {
    return [];
  }
}

function costsIn(file: string): CostsOfSequences {
  try {
    return costsSchema.safeParse(parseJson(readBounded('small', file))).data ?? {};
  } catch {
    return {};
  }
}
