import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findPackageRoot, readSeed } from '../../base/basics/index.js';
import { findSuite, NO_OVERRIDES, planTests, selectSequences } from '../../harness/selection/index.js';
import type { Batch } from '../../harness/workers/index.js';

/** The batches to run in a round. */
export type Batches = readonly Batch[];

const SEED = '0xbe4c6';
const BATCHES = 24;
/** About a quarter of a second of work, as in a real run. */
const TESTS_PER_BATCH = 16;

/** Returns the first tests of `smoke` for a fixed seed, split into batches in the same way as in a run. */
export function planBatches(): Batches {
  const plan = planTests(readSeed(SEED), selectSequences(findSuite('smoke'), undefined, NO_OVERRIDES));
  return Array.from({ length: BATCHES }, (_, index) => ({
    first: index * TESTS_PER_BATCH,
    tests: Array.from({ length: TESTS_PER_BATCH }, () => plan.next().value),
    overrides: NO_OVERRIDES,
    suite: 'smoke',
    coverageRun: 'bench',
  }));
}

/** Processes that run tests sequentially and report no results. */
export class PlainProcesses {
  private constructor(private readonly children: readonly ChildProcess[]) {}

  static async start(count: number): Promise<PlainProcesses> {
    const file = join(findPackageRoot(), 'dist', 'bench', 'p6', 'plain-process.js');
    const children = Array.from({ length: count }, () => fork(file));
    await Promise.all(children.map((child) => once(child, 'message')));
    return new PlainProcesses(children);
  }

  /** Runs every batch once. Each of n processes runs every nth batch. */
  async run(batches: Batches): Promise<void> {
    await Promise.all(
      this.children.map(async (child, index) => {
        child.send(batches.filter((_, batch) => batch % this.children.length === index));
        await once(child, 'message');
      }),
    );
  }

  stop(): void {
    for (const child of this.children) child.kill();
  }
}
