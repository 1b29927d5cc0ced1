import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../transactions/index.js';
import { packageRoot } from '../basics/package-root.js';
import { RUN_FILES } from '../basics/run-files.js';
import { visibleIn } from '../input/list-folder.js';
import { readBounded } from '../input/read-input.js';
import type { CostsOfSequences } from '../records/test-costs.js';

/** Runs whose costs are read, newest first. */
const RUNS = 5;

const costsSchema = z.record(z.string(), z.number().nonnegative());

/** What tests of each sequence took where `npm run bench -- costs` measured them: in a first run, their relation is all that is known. */
export function typicalCosts(): CostsOfSequences {
  return costsIn(join(packageRoot(), 'data', 'costs.json'));
}

/**
 * What the tests of each sequence took in the newest runs whose directories lie in `folder`, of the newest that had any
 * of them. They affect when a test starts and with which others, never its result, so unreadable files are skipped.
 */
export function earlierCosts(folder: string): CostsOfSequences {
  const newestLast = costFilesIn(folder)
    .sort((a, b) => a.writtenMs - b.writtenMs)
    .slice(-RUNS);
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
    const found = lstatSync(file);
    return found.isFile() ? [{ file, writtenMs: found.mtimeMs }] : [];
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
