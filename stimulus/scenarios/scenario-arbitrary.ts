import { Arbitrary, type Random, Stream, Value } from 'fast-check';
import type { ChipName } from '../../arch/index.js';
import { type FaultId, type Freedoms, formatSeed, type Scenario } from '../../transactions/index.js';
import type { Corpus } from '../corpus.js';
import type { Sequence } from '../sequence.js';

/** Constraints on the generated scenarios (suites.md). */
export interface ScenarioDemands {
  /** The chips to choose from; defaults to the sequence's chips from generations that support all of the faults. */
  readonly chips?: readonly ChipName[];
  /** The knobs that are fixed instead of random. */
  readonly knobs?: Partial<Freedoms>;
  /** The faults to inject. */
  readonly faults?: readonly FaultId[];
}

/** The largest value of a seed word, which fast-check draws as a signed integer. */
const MAX_WORD = 0x7fffffff;

/**
 * Draws scenarios from a sequence, each with a 64-bit seed drawn by fast-check. Shrinking changes the scenario, not the
 * seed.
 */
export class ScenarioArbitrary extends Arbitrary<Scenario> {
  constructor(
    private readonly sequence: Sequence,
    private readonly corpus: Corpus,
    private readonly constraints: ScenarioDemands,
    /** Yields simpler replacements for a scenario, most drastic first. */
    private readonly simplify: (scenario: Scenario) => Iterable<Scenario>,
  ) {
    super();
  }

  generate(random: Random): Value<Scenario> {
    const nextWord = (): number => random.nextInt(~MAX_WORD, MAX_WORD) >>> 0;
    const seed = formatSeed({ high: nextWord(), low: nextWord() });
    const { chips, knobs = {}, faults = [] } = this.constraints;
    const request = { seed, corpus: this.corpus, knobs, faults, ...(chips === undefined ? {} : { chips }) };
    return new Value(this.sequence.generate(request), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Scenario {
    return typeof value === 'object' && value !== null && 'draws' in value && 'programs' in value;
  }

  shrink(scenario: Scenario): Stream<Value<Scenario>> {
    const { simplify } = this;
    return new Stream(
      (function* () {
        for (const candidate of simplify(scenario)) yield new Value(candidate, undefined);
      })(),
    );
  }
}
