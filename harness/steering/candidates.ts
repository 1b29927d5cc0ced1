import { findMax } from '../../arch/index.js';
import type { Corpus, Sequence } from '../../stimulus/index.js';
import type { Scenario, Seed } from '../../transactions/index.js';
import { deriveTestSeed } from '../basics/index.js';
import { generateTest } from '../one-test/run-test.js';
import type { PlannedTest } from '../selection/plan.js';
import type { Overrides, WeightedSequence } from '../selection/selection.js';

/** Where tests are drawn from. */
export interface TestSource {
  /** The root seed of the tests. */
  readonly seed: Seed;
  readonly sequences: readonly WeightedSequence[];
  readonly overrides: Overrides;
  readonly corpus: Corpus;
}

/** A test that may be chosen next. Its scenario and features are undefined if the generator throws. */
export interface Candidate {
  readonly test: PlannedTest;
  readonly scenario: Scenario | undefined;
  readonly features: ReadonlySet<string> | undefined;
}

/** Returns the features of a test by which candidates are compared. */
type GetFeatures = (scenario: Scenario, sequence: string) => ReadonlySet<string>;

/**
 * Draws the tests of a search. Each test of a sequence is chosen from several candidates with consecutive indices, by a
 * score of their features. As in any other run, each candidate is an ordinary test identified by sequence and index.
 */
export class CandidateSource {
  /** @param count number of candidates per test. */
  constructor(
    private readonly source: TestSource,
    private readonly count: number,
    private readonly getFeatures: GetFeatures,
  ) {}

  /** Generates candidate `number` of a sequence's test `drawn`. */
  make({ name }: Sequence, drawn: number, number: number): Candidate {
    const index = this.count * drawn + number;
    return this.generate({ sequence: name, index, seed: deriveTestSeed(this.source.seed, name, index) });
  }

  /** Generates a test of one of the source's sequences. */
  generate(test: PlannedTest): Candidate {
    try {
      const scenario = this.generateScenario(test);
      return { test, scenario, features: this.getFeatures(scenario, test.sequence) };
    } catch {
      return { test, scenario: undefined, features: undefined };
    }
  }

  /** Generates the scenario of a test, or throws what its generator throws. */
  generateScenario({ sequence: name, seed }: PlannedTest): Scenario {
    const { sequences, overrides, corpus } = this.source;
    const { sequence } = sequences.find((weighted) => weighted.sequence.name === name)!;
    return generateTest({ sequence, seed, overrides, corpus });
  }

  /**
   * Chooses among the candidates for a sequence's test `drawn`: the first with the highest score or, without a score,
   * the first. A candidate whose generator throws is chosen at once, so that the failure is reported.
   */
  choose(
    sequence: Sequence,
    drawn: number,
    score: ((features: ReadonlySet<string>) => number) | undefined,
  ): Candidate {
    const candidates: Candidate[] = [];
    for (let number = 0; number < (score === undefined ? 1 : this.count); number++) {
      const candidate = this.make(sequence, drawn, number);
      if (candidate.features === undefined) return candidate;
      candidates.push(candidate);
    }
    if (score === undefined) return candidates[0]!;
    const scores = candidates.map(({ features }) => score(features!));
    return candidates[scores.indexOf(findMax(scores))]!;
  }
}
