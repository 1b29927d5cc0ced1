import { createHash } from 'node:crypto';
import { BenchThread } from './bench-thread.js';
import { chooseTests } from './choose-tests.js';
import { EQUIVALENT_MUTANTS } from './equivalents/index.js';
import { type JudgedMutant, judgeOutcomes, killedByUnitTests, knownEquivalent } from './judged.js';
import { type ModelMutant, mutantsOf } from './mutants.js';
import { UnitTests } from './unit-tests.js';
import { lineOf, mutableFiles, readModule } from './units.js';

/** What is asked for. */
export interface SampleRequest {
  /** Root of the seeds of all tests. */
  readonly seed: string;
  /** Tests of the pool. */
  readonly pool: number;
  /** Transactions of the tests of one mutant at most. */
  readonly budget: number;
  /** What no test of the pool kills meets the project's own tests of its unit. */
  readonly unitTests: boolean;
  /** Mutants that are judged; those of a smaller sample are among those of a larger one. */
  readonly sample: number;
  /** A sample whose seed no one has seen: nothing is kept of it, so that one killing test of each mutant is enough. */
  readonly fresh: boolean;
  /** Unit that they are of; absent: of all. */
  readonly unit?: string | undefined;
}

/** All mutants of the model, in the order of their modules. */
export function allMutants(): readonly ModelMutant[] {
  return mutableFiles().flatMap((file) => mutantsOf(file, readModule(file)));
}

/** Mutants in the order in which samples take them: by a hash, so that every prefix is a fair one. */
export function inSampleOrder(mutants: readonly ModelMutant[], seed: string): readonly ModelMutant[] {
  const ranked = mutants.map((mutant) => ({ mutant, rank: hashOf(`${seed} ${nameOf(mutant)}`) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.map(({ mutant }) => mutant);
}

/** What names a mutant for good. */
export function nameOf({ file, change }: Pick<ModelMutant, 'file' | 'change'>): string {
  return `${file} ${change}`;
}

/**
 * Judges these mutants; the same request gives the same results, but for what hangs. One that lives in the tests of the pool
 * meets those of the model while the next ones run, and so comes after some of them.
 */
export async function* judgeMutants(
  mutants: readonly ModelMutant[],
  { seed, pool, budget, unitTests, fresh }: SampleRequest,
): AsyncGenerator<JudgedMutant> {
  if (mutants.length === 0) return;
  const thread = new BenchThread();
  const units = unitTests ? new UnitTests() : undefined;
  let living: Promise<JudgedMutant> | undefined;
  try {
    const tests = await thread.pool(seed, pool, mutants);
    for (const [number, mutant] of mutants.entries()) {
      const outcomes = await thread.judge(mutant, chooseTests(tests, number, budget), fresh);
      const found = judgeOutcomes(outcomes, knownEquivalent(mutant, EQUIVALENT_MUTANTS));
      const { file, operator, change, start } = mutant;
      const judged = { file, line: lineOf(file, readModule(file), start), operator, change, ...found };
      if (units === undefined || found.status === 'killed') {
        yield judged;
        continue;
      }
      if (living !== undefined) yield await living;
      living = units
        .kill(mutant)
        .then((seen) => (seen ? { ...judged, ...killedByUnitTests(found) } : judged));
      // What goes wrong is thrown where it is awaited.
      living.catch(() => undefined);
    }
    if (living !== undefined) yield await living;
  } finally {
    await thread.close();
    units?.close();
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
