import type { Arbitrary } from 'fast-check';
import type { ChipName, WaveSize } from '../../arch/index.js';
import type { Scenario, SceneName } from '../../transactions/index.js';
import type { ProgramDefinition } from '../given/program-definition.js';
import type { KnobChoices } from '../knob-choices.js';
import type { GenerateRequest, SequenceRequest } from '../sequence.js';

/**
 * What scenarios must be like; a test is drawn again until its scenario is (suites.md). `draws`, `primitives` over all draws and
 * `pixels` of the render area are counts, `[least, most]`.
 */
export interface ScenarioBounds {
  readonly draws?: readonly [number, number];
  readonly primitives?: readonly [number, number];
  readonly pixels?: readonly [number, number];
  /** Samples a pixel that its draws may have. */
  readonly samples?: readonly number[];
  readonly wave?: WaveSize;
  /** Every draw that a scene drew comes from one of these. */
  readonly scenes?: readonly SceneName[];
}

/** A sequence of the user's own (suites.md). */
export interface UserSequence {
  /** Part of every seed: letters, digits, `_` and `-`. */
  readonly name: string;
  /** What it draws, in one line; reports show it. */
  readonly text?: string;
  /** Chips that its scenarios may be for; all when absent. */
  readonly chips?: readonly ChipName[];
  /** Whole scenarios: a fast-check arbitrary, or a function of what the test asks for. */
  readonly scenario: Arbitrary<Scenario> | ((request: SequenceRequest) => Scenario);
}

/** A sequence as a suite draws it: the user's, or one made of a program, which also needs the corpus. */
export interface SuiteSequence extends Omit<UserSequence, 'scenario'> {
  readonly scenario: Arbitrary<Scenario> | ((request: GenerateRequest) => Scenario);
}

/** One kind of test of a suite file: a sequence, built in or of the file's own, with what narrows it (suites.md). */
export interface SuiteFileTest {
  /** Name of the sequence (`pops-tb list tests`). */
  readonly sequence: string;
  /** Name of the test where it is not that of the sequence. */
  readonly name?: string;
  /** Share of the tests, from 1; 1 when absent. */
  readonly weight?: number;
  /** Chips to draw from; all of the sequence's when absent. */
  readonly chips?: readonly ChipName[];
  readonly knobs?: KnobChoices;
  readonly within?: ScenarioBounds;
  /** Any other constraint. */
  readonly where?: (scenario: Scenario) => boolean;
}

/** What a suite draws (suites.md). `chips`, `knobs` and `within` hold for all tests; those of a test itself win. */
export interface SuiteTests {
  /** What the suite is for, in one line. */
  readonly text?: string;
  /** Root seed, `0x` and up to 16 hex digits, when the command gives none; absent: a fresh one every run. */
  readonly seed?: string;
  /** Tests when no count is given. */
  readonly count: number;
  readonly chips?: readonly ChipName[];
  readonly knobs?: KnobChoices;
  readonly within?: ScenarioBounds;
  /** Sequences of its own; its tests name them like built-in ones. */
  readonly sequences?: readonly UserSequence[];
  /** Programs of the user's; each is a sequence by its name. */
  readonly programs?: readonly ProgramDefinition[];
  readonly tests: readonly SuiteFileTest[];
}
