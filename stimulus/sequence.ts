import type { ChipName } from '../arch/index.js';
import { type FaultId, type Freedoms, isOwnId, type Scenario } from '../transactions/index.js';
import type { Claim } from './claims.js';
import type { Corpus } from './corpus.js';
import type { KnobChoices } from './knob-choices.js';

/** A test's request to a sequence. Equal requests give equal scenarios on every machine (seeds.md). */
export interface SequenceRequest {
  /** The test seed, `0x` and up to 16 hex digits. */
  readonly seed: string;
  /** Chips to draw from; default: the sequence's own. */
  readonly chips?: readonly ChipName[];
  /** Externally fixed knobs; all others are drawn. */
  readonly knobs: Partial<Freedoms>;
  /** Faults in the scenario; empty for a test of a correct design. */
  readonly faults: readonly FaultId[];
}

/** A request to the project's sequences, with the shaders of its corpus. */
export interface GenerateRequest extends SequenceRequest {
  readonly corpus: Corpus;
}

/** A named generator of scenarios. Its name is part of every seed, so it never changes. */
export interface Sequence<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  /** Chips it runs on. */
  readonly chips: readonly ChipName[];
  /**
   * Chips that seeds choose from if no chips are named; default: all except those added after stored tests were
   * fixed (`Chip.onRequest`).
   */
  readonly seedChips?: readonly ChipName[];
  /** Faults that can act in its scenarios. */
  readonly faults: readonly FaultId[];
  /** Claims about its tests; runs report those that failed. */
  readonly claims?: readonly Claim[];
  /** Knobs common to all its tests, set in a suite file; those of a request take precedence. */
  readonly knobs?: KnobChoices;
  readonly generate: (request: GenerateRequest) => Scenario;
}

/**
 * Whether a fault can act in a sequence's scenarios. A user's fault is a model fault, which acts in every sequence that can
 * have faults.
 */
export function canHaveFault({ faults }: Pick<Sequence, 'faults'>, fault: FaultId): boolean {
  return isOwnId(fault) ? faults.length > 0 : faults.includes(fault);
}

/** A sequence of a suite. */
export interface SuiteTest {
  readonly sequence: string;
  readonly weight: number;
  /** It runs after the others, and only if a run has more tests than the suite without sampled ones. */
  readonly sampled?: boolean;
  /** Skipped unless this chip is requested. */
  readonly onlyForChip?: ChipName;
}

/** A list of sequences with weights that `run` draws from. */
export interface Suite {
  readonly name: string;
  readonly text: string;
  /** Default root seed; absent: a fresh one every run. */
  readonly seed?: string;
  /** Default number of tests; absent: each selected unsampled one once. */
  readonly count?: number;
  readonly tests: readonly SuiteTest[];
}
