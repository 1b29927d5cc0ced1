import type { ChipName, WaveSize } from '../../arch/index.js';
import { deriveTestSeed } from '../../harness/basics/index.js';
import { checkMemoryLimit } from '../../harness/input/index.js';
import { runScenarioTest } from '../../harness/one-test/index.js';
import { findNamingViolation } from '../../harness/records/index.js';
import { createGoldenScenario, GOLDEN_BUFFER, type GoldenScene } from '../../stimulus/index.js';
import { defaultKnobs, type KnobValues, type Seed, type Violation } from '../../transactions/index.js';
import { countBufferWords } from './golden-files.js';

/** The chip and wave size to run golden scenes on. */
export interface GoldenTarget {
  readonly chip: ChipName;
  readonly wave: WaveSize;
}

/** A golden scene, the target to run it on, and the timing. */
export interface GoldenRunRequest {
  /** The scene's index in the data set. */
  readonly index: number;
  readonly scene: GoldenScene;
  readonly target: GoldenTarget;
  /** The root seed, from which each schedule's seed is derived. */
  readonly seed: Seed;
  readonly knobs: Partial<KnobValues>;
}

/** The final storage buffer of a run and, if it failed under the scoreboards, the failure's signature. */
export interface GoldenRun {
  readonly words: Uint32Array;
  readonly signature?: string;
  readonly violation?: Violation | undefined;
}

/** Runs a golden scene under all scoreboards. Throws `UsageError` if its buffers would exceed the memory limit. */
export function runGoldenScene({ index, scene, target, seed, knobs }: GoldenRunRequest): GoldenRun {
  const scenario = createGoldenScenario(scene, {
    ...target,
    freedoms: { ...defaultKnobs(), ...knobs },
    schedule: { strategy: 'random', seed: deriveTestSeed(seed, 'golden', index) },
  });
  checkMemoryLimit(scenario, `of golden case ${index}`);
  const words = new Uint32Array(countBufferWords(scene));
  const { finding, verdict } = runScenarioTest(scenario, {
    sink: (transaction) => {
      if (transaction.kind === 'memory-dumped' && transaction.object === GOLDEN_BUFFER)
        words.set(transaction.words);
    },
  });
  if (finding === undefined) return { words };
  return { words, signature: finding.signature, violation: findNamingViolation(finding, verdict.violations) };
}
