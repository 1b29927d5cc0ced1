import { type ChipName, chipOf, findMin } from '../../arch/index.js';
import { deriveTestSeed } from '../../base/basics/index.js';
import { OutcomeCounter, RULES, type Rule } from '../../checkers/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { findSequence } from '../../harness/selection/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { countLitmusRuns, LITMUS_TESTS, type LitmusName, type Seed } from '../../transactions/index.js';

/** How often a cell's outcome occurs on a chip. */
export interface MeasuredChip {
  readonly chip: ChipName;
  readonly runs: number;
  /** Fraction of runs that show the outcome. */
  readonly fraction: number;
  /** The smallest number of runs that show the outcome in any one test. */
  readonly minCount: number;
}

/** Number of standard deviations by which the measured fraction must exceed the probability that the bound assumes. */
const DEVIATIONS = 10;

const corpus = openCorpus();

/**
 * Runs `tests` tests of a cell on one chip of each topology. Returns the chips in ascending order of `fraction`.
 */
export function measureLitmusCell(name: LitmusName, root: Seed, tests: number): readonly MeasuredChip[] {
  const { litmus } = RULES.find((rule: Rule) => rule.litmus?.cell === name) as Rule;
  const sequence = findSequence(name);
  return pickChipPerTopology(sequence.chips)
    .map((chip): MeasuredChip => {
      const outcomeCounts = Array.from({ length: tests }, (_, index) => {
        const seed = deriveTestSeed(root, name, index);
        const counter = new OutcomeCounter(litmus!);
        const scenario = sequence.generate({ seed, corpus, chips: [chip], knobs: {}, faults: [] });
        runScenario(scenario, (transaction) => {
          const handler = counter.on[transaction.kind] as ((t: typeof transaction) => void) | undefined;
          handler?.(transaction);
        });
        return counter.seenCount;
      });
      const runs = tests * countLitmusRuns(name);
      return {
        chip,
        runs,
        fraction: outcomeCounts.reduce((sum, count) => sum + count, 0) / runs,
        minCount: findMin(outcomeCounts),
      };
    })
    .sort((a, b) => a.fraction - b.fraction);
}

/** Whether the probability that the bound assumes is far enough below the measured fraction. */
export function hasEnoughMargin(name: LitmusName, { fraction, runs }: MeasuredChip): boolean {
  const deviation = Math.sqrt((fraction * (1 - fraction)) / runs);
  return LITMUS_TESTS[name].probability <= fraction - DEVIATIONS * deviation;
}

/**
 * Returns the first chip with each topology: the generation and the numbers of shader arrays, work-group
 * processors per array, and packers.
 */
function pickChipPerTopology(chips: readonly ChipName[]): readonly ChipName[] {
  const firstChips = new Map<string, ChipName>();
  for (const chip of chips) {
    const { gfx, shaderArrays, wgpsPerArray, packers } = chipOf(chip);
    const topology = `${gfx} ${shaderArrays} ${wgpsPerArray} ${packers}`;
    if (!firstChips.has(topology)) firstChips.set(topology, chip);
  }
  return [...firstChips.values()];
}
