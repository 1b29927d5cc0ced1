import type { ChipName } from '../arch/index.js';
import { type FaultId, type Freedoms, isUserDefinedId, type Scenario } from '../transactions/index.js';
import type { Claim } from './claims.js';
import type { Corpus } from './corpus.js';
import type { KnobChoices } from './knob-choices.js';

/** A request for a test's scenario. Identical requests produce identical scenarios on every machine (seeds.md). */
export interface SequenceRequest {
  /** The test seed: `0x` and up to 16 hex digits. */
  readonly seed: string;
  /** The chips to draw from; defaults to the sequence's chips. */
  readonly chips?: readonly ChipName[];
  /** The knobs fixed by the caller; all others are drawn. */
  readonly knobs: Partial<Freedoms>;
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
