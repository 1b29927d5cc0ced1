import type { ChipName, WaveSize } from '../../arch/index.js';
import { deriveTestSeed } from '../../base/basics/index.js';
import { requireMemoryFor } from '../../base/input/index.js';
import { runScenarioTest } from '../../harness/one-test/index.js';
import { createGoldenScenario, GOLDEN_BUFFER, type GoldenScene } from '../../stimulus/index.js';
import type { Freedoms, Seed, Violation } from '../../transactions/index.js';
import { defaultFreedoms } from '../../transactions/index.js';
import { countBufferWords } from './golden-files.js';

/** A target to run golden scenes on. */
export interface GoldenTarget {
  readonly chip: ChipName;
  readonly wave: WaveSize;
}

/** A request to run one golden scene on one target. */
export interface GoldenRunRequest {
  /** The scene's index in the data set. */
  readonly index: number;
  readonly scene: GoldenScene;
  readonly target: GoldenTarget;
  /** The seed that the schedules' seeds are derived from. */
  readonly seed: Seed;
  readonly knobs: Partial<Freedoms>;
}

/** The result of a run: the final storage buffer and, if the scoreboards failed it, a signature. */
export interface GoldenRun {
  readonly words: Uint32Array;
  readonly signature?: string;
  readonly violation?: Violation | undefined;
}

/** Runs a golden scene under all scoreboards. Throws `UsageError` if its buffers would exceed the memory limit. */
export function runGoldenScene({ index, scene, target, seed, knobs }: GoldenRunRequest): GoldenRun {
  const scenario = createGoldenScenario(scene, {
    ...target,
    freedoms: { ...defaultFreedoms(), ...knobs },
    schedule: { strategy: 'random', seed: deriveTestSeed(seed, 'golden', index) },
  });
  requireMemoryFor(scenario, `of golden case ${index}`);
  const words = new Uint32Array(countBufferWords(scene));
  const { finding, verdict } = runScenarioTest(scenario, {
    sink: (transaction) => {
      if (transaction.kind === 'memory-dumped' && transaction.object === GOLDEN_BUFFER)
        words.set(transaction.words);
    },
  });
  if (finding === undefined) return { words };
  return { words, signature: finding.signature, violation: verdict.violations[0] };
}
