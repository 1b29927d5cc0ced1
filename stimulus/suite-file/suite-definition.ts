import type { Arbitrary } from 'fast-check';
import type { ChipName, WaveSize } from '../../arch/index.js';
import type { Scenario, SceneName } from '../../transactions/index.js';
import type { ProgramDefinition } from '../given/program-definition.js';
import type { KnobChoices } from '../knob-choices.js';
import type { GenerateRequest, SequenceRequest } from '../sequence.js';

/** Requirements on scenarios; a test is redrawn until its scenario meets them (suites.md). Counts are `[least, most]`. */
export interface ScenarioBounds {
  /** Number of draws. */
  readonly draws?: readonly [number, number];
  /** Number of primitives in all draws together. */
  readonly primitives?: readonly [number, number];
  /** Number of pixels in the render area. */
  readonly pixels?: readonly [number, number];
  /** Allowed samples per pixel of its draws. */
  readonly samples?: readonly number[];
  readonly wave?: WaveSize;
  /** Scenes that its draws may come from. */
  readonly scenes?: readonly SceneName[];
}

/** A user's sequence (suites.md). */
export interface UserSequence {
  /** Part of every seed: letters, digits, `_` and `-`. */
  readonly name: string;
  /** Description in one line, for reports. */
  readonly text?: string;
  /** Chips its scenarios may be for; default: all. */
  readonly chips?: readonly ChipName[];
  /** Whole scenarios: a fast-check arbitrary, or a function of the test's request. */
  readonly scenario: Arbitrary<Scenario> | ((request: SequenceRequest) => Scenario);
}

/** A sequence as a suite draws it: the user's, or one made from a program, which also needs the corpus. */
export interface SuiteSequence extends Omit<UserSequence, 'scenario'> {
  readonly scenario: Arbitrary<Scenario> | ((request: GenerateRequest) => Scenario);
}

/** One kind of test in a suite file: a sequence, built in or the file's own, with restrictions (suites.md). */
export interface SuiteFileTest {
  /** Name of the sequence (`pops-tb list tests`). */
  readonly sequence: string;
  /** Name of the test; default: the sequence's. */
  readonly name?: string;
  /** Number of tests relative to the suite's others, at least 1; default: 1. */
  readonly weight?: number;
  /** Chips to draw from; default: all of the sequence's. */
  readonly chips?: readonly ChipName[];
  readonly knobs?: KnobChoices;
  readonly within?: ScenarioBounds;
  /** Any other constraint. */
  readonly where?: (scenario: Scenario) => boolean;
}

/** The tests of a suite (suites.md). `chips`, `knobs` and `within` apply to all tests; a test's own take precedence. */
export interface SuiteTests {
  /** Purpose of the suite, in one line. */
  readonly text?: string;
  /** Default root seed, `0x` and up to 16 hex digits; absent: a fresh one every run. */
  readonly seed?: string;
  /** Default number of tests. */
  readonly count: number;
  readonly chips?: readonly ChipName[];
  readonly knobs?: KnobChoices;
  readonly within?: ScenarioBounds;
  /** The user's sequences; tests name them like built-in ones. */
  readonly sequences?: readonly UserSequence[];
  /** The user's programs; each is a sequence with its name. */
  readonly programs?: readonly ProgramDefinition[];
  readonly tests: readonly SuiteFileTest[];
}
