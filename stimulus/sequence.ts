import type { ChipName } from '../arch/index.js';
import { type FaultId, type Freedoms, isOwnId, type Scenario } from '../transactions/index.js';
import type { Claim } from './claims.js';
import type { Corpus } from './corpus.js';
import type { KnobChoices } from './knob-choices.js';

/** What a test asks of a sequence. The same request gives the same scenario on every machine (seeds.md). */
export interface SequenceRequest {
  /** The test seed, `0x` and up to 16 hex digits. */
  readonly seed: string;
  /** Chips to draw from; a sequence's own when absent. */
  readonly chips?: readonly ChipName[];
  /** Knobs that are fixed from outside; all others are drawn. */
  readonly knobs: Partial<Freedoms>;
  /** Faults that the scenario carries; empty for a test of a design without any. */
  readonly faults: readonly FaultId[];
}

/** What the project's own sequences get: the shaders of its corpus, too. */
export interface GenerateRequest extends SequenceRequest {
  readonly corpus: Corpus;
}

/** A named generator of scenarios. Its name is part of every seed, so it never changes. */
export interface Sequence<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  /** Chips that it runs on. */
  readonly chips: readonly ChipName[];
  /** Chips that seeds draw if no chips are named; absent: all except those added after stored tests were fixed (`Chip.onRequest`). */
  readonly draws?: readonly ChipName[];
  /** Faults that can act in its scenarios. */
  readonly faults: readonly FaultId[];
  /** What it promises of its tests; runs report claims that failed. */
  readonly claims?: readonly Claim[];
  /** Knobs that every test of it has, where a suite file says so; those of a request win. */
  readonly knobs?: KnobChoices;
  readonly generate: (request: GenerateRequest) => Scenario;
}

/** Whether a fault can act in a sequence's scenarios: a user's is one of the model, which every sequence runs that can have faults. */
export function canHaveFault({ faults }: Pick<Sequence, 'faults'>, fault: FaultId): boolean {
  return isOwnId(fault) ? faults.length > 0 : faults.includes(fault);
}

/** A sequence of a suite. */
export interface SuiteTest {
  readonly sequence: string;
  readonly weight: number;
  /** It comes after the others, and only in runs of more tests than the suite has without it. */
  readonly sampled?: boolean;
  /** Left out unless this chip is asked for. */
  readonly onlyForChip?: ChipName;
}

/** A list of sequences with weights that `run` draws from. */
export interface Suite {
  readonly name: string;
  readonly text: string;
  /** Root seed when none is given; absent: a fresh one every run. */
  readonly seed?: string;
  /** Tests when no count is given; absent: each selected one that is not sampled once. */
  readonly count?: number;
  readonly tests: readonly SuiteTest[];
}
