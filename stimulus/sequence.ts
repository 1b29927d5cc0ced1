import { type ChipName, chipOf } from '../arch/index.js';
import { type FaultId, isUserDefinedId, type KnobValues, type Scenario } from '../transactions/index.js';
import type { Corpus } from './corpus.js';
import type { KnobChoices } from './knobs.js';

/** A claim a sequence makes about its tests, expressed as the coverage bins they should hit. */
export interface Claim {
  /** The observed event, as a clause such as `waves wait for others`. */
  readonly text: string;
  /** The bins, as `GROUP/ITEM/BIN`. A test satisfies the claim if it hits all of them, or one if `any` is set. */
  readonly bins: readonly string[];
  readonly any?: true;
  /**
   * The minimum percentage of passing tests that must satisfy the claim, counting only tests with random knobs and
   * chips. Set well below the measured value.
   */
  readonly percent: number;
}

/** Creates a claim that at least the given percentage of the tests hit all the bins. */
export function claim(text: string, percent: number, ...bins: readonly string[]): Claim {
  return { text, bins, percent };
}

/** A wave is formed before a wave that it overlaps has exited. */
export const WAVES_OVERLAP = claim(
  'waves overlap waves that have not exited yet',
  40,
  'overlap/answer/exact',
);

/** The exiting id wraps around while a wave is waiting. */
export const IDS_WRAP = claim('ids wrap during a wait', 3, 'wrap/relation/newest before wrap');

/** Some waves lose all their lanes before exiting. */
export const LANES_LOST = claim(
  'waves lose all their lanes before exiting',
  40,
  'exit-path/way/discard with exit pending',
);

/** Some waves have fragments larger than a pixel. */
export const COARSE_FRAGMENTS: Claim = {
  text: 'some fragments cover two or more pixels',
  percent: 4,
  bins: [2, 4, 8, 16].map((area) => `fragments/area/${area}`),
  any: true,
};

/** Some waves of a draw enter the section, and others never do. */
export const BOTH_PATHS = claim(
  'some waves enter the section, others bypass it',
  15,
  'entry-path/section/entered',
  'entry-path/section/not entered',
);

/** Quads of one wave overlap. */
export const LAYERS = claim('quads overlap other quads in the same wave', 30, 'intrawave/mask/other');

/**
 * Lists the chips that a seed can select when the request names none. Chips newer than the stored tests are included
 * only if the sequence supports nothing else, so that a new chip does not change the meaning of old seeds.
 */
export function getSeedChips({
  chips,
  seedChips,
}: Pick<Sequence, 'chips' | 'seedChips'>): readonly ChipName[] {
  if (seedChips !== undefined) return seedChips;
  const olderChips = chips.filter((name) => chipOf(name).onRequest !== true);
  return olderChips.length > 0 ? olderChips : chips;
}

/**
 * Returns the chips to pick from for a request: those that the request names or, if it names none, the chips in `all`
 * that seeds may select.
 */
export function getCandidateChips({ chips }: GenerateRequest, all: readonly ChipName[]): readonly ChipName[] {
  return chips ?? getSeedChips({ chips: all });
}

/** A request for a test's scenario. Identical requests produce identical scenarios on every machine (seeds.md). */
export interface SequenceRequest {
  /** The test seed: `0x` and up to 16 hex digits. */
  readonly seed: string;
  /** The chips to draw from; defaults to the sequence's chips. */
  readonly chips?: readonly ChipName[];
  /** The knobs fixed by the caller; all others are drawn. */
  readonly knobs: Partial<KnobValues>;
  /** The faults in the scenario; empty when a correct design is tested. */
  readonly faults: readonly FaultId[];
}

/** A request to the built-in sequences, which also need the shader corpus. */
export interface GenerateRequest extends SequenceRequest {
  readonly corpus: Corpus;
}

/** A named generator of scenarios. The name is part of every seed, so it never changes. */
export interface Sequence<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  /** The chips that the sequence runs on. */
  readonly chips: readonly ChipName[];
  /**
   * The chips that seeds choose from if the request names none. By default, all chips except those added after the
   * stored tests' seeds were fixed (`Chip.onRequest`).
   */
  readonly seedChips?: readonly ChipName[];
  /** The faults that can take effect in the sequence's scenarios. */
  readonly faults: readonly FaultId[];
  /** Claims about the sequence's tests. Runs report claims that fail. */
  readonly claims?: readonly Claim[];
  /** The knobs that a suite file sets for all its tests; a request's knobs take precedence. */
  readonly knobs?: KnobChoices;
  readonly generate: (request: GenerateRequest) => Scenario;
}

/**
 * Returns whether a fault can take effect in a sequence's scenarios. User-defined faults are model faults, which take
 * effect in every sequence that can have faults.
 */
export function canHaveFault({ faults }: Pick<Sequence, 'faults'>, fault: FaultId): boolean {
  return isUserDefinedId(fault) ? faults.length > 0 : faults.includes(fault);
}

/** A sequence in a suite. */
export interface SuiteTest {
  readonly sequence: string;
  readonly weight: number;
  /** Whether the test runs only if there is room left after all unsampled tests. */
  readonly sampled?: boolean;
  /** The test is skipped unless this chip is requested. */
  readonly onlyForChip?: ChipName;
}

/** A list of weighted sequences that `run` draws from. */
export interface Suite {
  readonly name: string;
  readonly text: string;
  /** The default root seed; if absent, every run has a new one. */
  readonly seed?: string;
  /** The default number of tests; if absent, each selected unsampled test runs once. */
  readonly count?: number;
  readonly tests: readonly SuiteTest[];
}
