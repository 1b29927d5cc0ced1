import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot, readSeed } from '../../../harness/basics/index.js';
import { runTest } from '../../../harness/one-test/index.js';
import { openCorpus } from '../../../harness/programs/index.js';
import { NO_OVERRIDES, planTests } from '../../../harness/selection/index.js';
import { findSuite, selectSequences } from '../../../harness/selection/selection.js';

/** Suites whose sequences are measured. */
const SUITES = ['smoke', 'nightly'];
/** Number of times to run all sequences. The first round is a warm-up, because V8 has yet to compile the code. */
const ROUNDS = 5;
const MICROSECONDS_PER_MS = 1000;

/** Measures the mean CPU time per test of each sequence, in milliseconds, and writes it to `data/costs.json`. */
export function writeCosts(): void {
  const corpus = openCorpus();
  const sequences = SUITES.flatMap((suite) => selectSequences(findSuite(suite), undefined, NO_OVERRIDES));
  const plans = new Map(
    sequences.map((selected) => [selected.sequence, planTests(readSeed('0xc057'), [selected])] as const),
  );
  const costs = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [sequence, plan] of plans) {
      const start = process.cpuUsage();
      runTest({ sequence, seed: plan.next().value!.seed, overrides: NO_OVERRIDES, corpus });
      const { user, system } = process.cpuUsage(start);
      if (round > 0) costs.set(sequence.name, (costs.get(sequence.name) ?? 0) + user + system);
    }
  }
  const file = join(findPackageRoot(), 'data', 'costs.json');
  const perTest = MICROSECONDS_PER_MS * (ROUNDS - 1);
  const means = [...costs]
    .map(([name, total]) => [name, Math.round((10 * total) / perTest) / 10] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(means), undefined, 2)}\n`);
  console.log(`${costs.size} sequences in ${file}`);
}
