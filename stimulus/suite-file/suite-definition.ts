import type { Arbitrary } from 'fast-check';
import type { ChipName, WaveSize } from '../../arch/index.js';
import type { Scenario, SceneName } from '../../transactions/index.js';
import type { KnobChoices } from '../knob-choices.js';
import type { GenerateRequest } from '../sequence.js';

/** What scenarios must be like; a test is drawn again until its scenario is. */
export interface ScenarioBounds {
  /** Least and most draws, primitives over all draws, and pixels of the render area. */
  readonly draws?: readonly [number, number];
  readonly primitives?: readonly [number, number];
  readonly pixels?: readonly [number, number];
  readonly samples?: readonly number[];
  readonly wave?: WaveSize;
  /** Every draw that a scene drew comes from one of these. */
  readonly scenes?: readonly SceneName[];
}

/** A sequence of the user's own. */
export interface UserSequence {
  /** Part of every seed: letters, digits, `_` and `-`. */
  readonly name: string;
  readonly text?: string;
  /** Chips that its scenarios may be for; all when absent. */
  readonly chips?: readonly ChipName[];
  /** Whole scenarios: a fast-check arbitrary, or a function of what the test asks for. */
  readonly scenario: Arbitrary<Scenario> | ((request: GenerateRequest) => Scenario);
}

/** One kind of test of a suite file: a sequence, built in or of the file's own, with what narrows it. */
export interface SuiteFileTest {
  readonly sequence: string;
  /** Name of the test where it is not that of the sequence. */
  readonly name?: string;
  /** Share of the tests, from 1; 1 when absent. */
  readonly weight?: number;
  readonly chips?: readonly ChipName[];
  readonly knobs?: KnobChoices;
  readonly within?: ScenarioBounds;
  /** Any other constraint. */
  readonly where?: (scenario: Scenario) => boolean;
}

/** What a suite file says. */
export interface SuiteDefinition {
  readonly text?: string;
  /** Root seed when none is given; absent: a fresh one every run. */
  readonly seed?: string;
  /** Tests when no count is given. */
  readonly count: number;
  /** For all tests; those of a test itself win. */
  readonly chips?: readonly ChipName[];
  readonly knobs?: KnobChoices;
  readonly within?: ScenarioBounds;
  readonly sequences?: readonly UserSequence[];
  readonly tests: readonly SuiteFileTest[];
}

/** The definition as it is, with its types checked. */
export function defineSuite(definition: SuiteDefinition): SuiteDefinition {
  return definition;
}
