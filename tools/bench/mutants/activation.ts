import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupBy } from '../../../arch/index.js';
import { formatTextTable, makeColumns } from '../../../harness/text/index.js';
import { runInThread } from './judge.js';
import { getUnit, listMutableFiles, readModule } from './modules.js';
import { findMutants, type ModelMutant } from './mutants.js';
import { findReason, isMeasured } from './not-measured.js';
import { listNightlyTests } from './pool.js';

/** Options for measuring which mutants a night's tests activate. */
export interface ActivationRequest {
  readonly seed: string;
  /** Number of nightly tests. */
  readonly tests: number;
  /** The units whose mutants are measured, or an empty list for all units. */
  readonly units: readonly string[];
}

/** Minimum fraction of mutants that the tests must activate. */
const FLOOR = 0.97;

/** Number of tests for each thread, which keeps all of their scenarios. */
const BATCH = 50;

/**
 * Runs nightly tests once on a model that contains all mutants' changes beside the original expressions, and prints
 * the mutants that no test activates, i.e. whose change would never have given another value. A rule cannot detect
 * them. Returns false if there are too many.
 */
export async function printActivation({ seed, tests, units }: ActivationRequest): Promise<boolean> {
  console.log(`seed ${seed}`);
  const mutants = listMutableFiles()
    .filter((file) => units.length === 0 || units.includes(getUnit(file)))
    .flatMap((file) => findMutants(file, readModule(file)))
    .filter((mutant) => !mutant.isTie && isMeasured(mutant));
  const counts = await countActivations(mutants, seed, tests);
  const inactive = mutants.filter((_, index) => counts[index] === 0);
  const unexplained = inactive.filter((mutant) => findReason(mutant) === undefined);
  for (const { file, operator, change } of unexplained) console.log(`${operator} in ${file}: ${change}`);
  console.log(formatActivation(mutants, counts));
  for (const [reason, group] of groupBy(inactive, (mutant) => findReason(mutant)?.reason))
    if (reason !== undefined) console.log(`not activated: ${group.length} of ${reason}`);
  const count = mutants.length - inactive.length + unexplained.length;
  const fraction = 1 - unexplained.length / Math.max(1, count);
  console.log(`${tests} nightly tests activate ${(100 * fraction).toFixed(2)}% of ${count} mutants`);
  return fraction >= FLOOR;
}

/** Returns the number of tests that activate each mutant. */
export async function countActivations(
  mutants: readonly ModelMutant[],
  seed: string,
  count: number,
): Promise<Uint32Array> {
  const tests = listNightlyTests(seed, count);
  const totals = new Uint32Array(mutants.length);
  const folder = mkdtempSync(join(tmpdir(), 'pops-activation-'));
  let next = 0;
  const runBatches = async (): Promise<void> => {
    while (next < tests.length) {
      const job = { kind: 'activation', mutants, tests: tests.slice(next, next + BATCH) } as const;
      next += BATCH;
      const result = await runInThread(job, folder, Number.POSITIVE_INFINITY, (message) => {
        if (typeof message !== 'object' || !('activation' in message)) return;
        for (const [index, active] of message.activation.entries()) totals[index]! += active;
      });
      if (result !== 'done') throw result;
      console.error(`${Math.min(next, tests.length)} of ${tests.length} tests`);
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, runBatches));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return totals;
}

/**
 * Formats a table of each unit's mutants: all, those that no test activates, how many of these have a reason, and those
 * that fewer than three tests activate.
 */
export function formatActivation(mutants: readonly ModelMutant[], counts: Uint32Array): string {
  const rows = mutants.map((mutant, index) => ({
    unit: getUnit(mutant.file),
    count: counts[index]!,
    isExcused: counts[index] === 0 && findReason(mutant) !== undefined,
  }));
  const format = (name: string, group: typeof rows): string[] => {
    const countBelow = (limit: number): string => `${group.filter(({ count }) => count < limit).length}`;
    const excused = group.filter(({ isExcused }) => isExcused).length;
    return [name, `${group.length}`, countBelow(1), `${excused}`, countBelow(3)];
  };
  const byUnit = [...groupBy(rows, ({ unit }) => unit)].sort(([a], [b]) => (a < b ? -1 : 1));
  return formatTextTable(makeColumns('unit', '>mutants', '>inactive', '>with reason', '>in < 3 tests'), [
    ...byUnit.map(([unit, group]) => format(unit, group)),
    format('all', rows),
  ]);
}
