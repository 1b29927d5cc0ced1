import type { Arbitrary } from 'fast-check';
import type { ChipName, WaveSize } from '../../arch/index.js';
import type { Scenario, SceneName } from '../../transactions/index.js';
import type { ProgramDefinition } from '../given/external-program.js';
import type { KnobChoices } from '../knobs.js';
import type { GenerateRequest, SequenceRequest } from '../sequence.js';

/** Returns the bounds that a scenario violates, as `within.NAME VALUE`. */
export function findViolatedBounds(scenario: Scenario, bounds: ScenarioBounds): string[] {
  const { draws } = scenario;
  const primitiveCount = draws.reduce((sum, { depths }) => sum + depths.length, 0);
  const isMet: Readonly<Record<keyof ScenarioBounds, boolean>> = {
    draws: isWithin(draws.length, bounds.draws),
    primitives: isWithin(primitiveCount, bounds.primitives),
    pixels: draws.every(({ width, height }) => isWithin(width * height, bounds.pixels)),
    samples: draws.every(({ samples }) => bounds.samples?.includes(samples) ?? true),
    wave: bounds.wave === undefined || scenario.wave === bounds.wave,
    scenes: draws.every(({ scene }) => scene === undefined || (bounds.scenes?.includes(scene) ?? true)),
  };
  const violated = Object.keys(isMet).filter((name) => !isMet[name as keyof ScenarioBounds]);
  return violated.map((name) => `within.${name} ${JSON.stringify(bounds[name as keyof ScenarioBounds])}`);
}

function isWithin(value: number, bound: readonly [number, number] | undefined): boolean {
  return bound === undefined || (value >= bound[0] && value <= bound[1]);
}

/**
 * Requirements for scenarios. A test's scenario is regenerated until it meets them (suites.md). Counts are `[minimum,
 * maximum]`.
 */
export interface ScenarioBounds {
  /** The number of draws. */
  readonly draws?: readonly [number, number];
  /** The total number of primitives across all draws. */
  readonly primitives?: readonly [number, number];
  /** The number of pixels in the render area. */
  readonly pixels?: readonly [number, number];
  /** The sample counts that draws may have. */
  readonly samples?: readonly number[];
  readonly wave?: WaveSize;
  /** The scenes that draws may come from. */
  readonly scenes?: readonly SceneName[];
}

/** A user's sequence (suites.md). */
export interface UserSequence {
  /** The sequence's name, which is part of every seed: letters, digits, `_` and `-`. */
  readonly name: string;
  /** A one-line description for reports. */
  readonly text?: string;
  /** The chips that its scenarios may use; all by default. */
  readonly chips?: readonly ChipName[];
  /** Generates complete scenarios: a fast-check arbitrary, or a function of the test's request. */
  readonly scenario: Arbitrary<Scenario> | ((request: SequenceRequest) => Scenario);
}

/**
 * A sequence from which a suite generates tests: a user's sequence, or one made from a program, whose generator also
 * needs the corpus.
 */
export interface SuiteSequence extends Omit<UserSequence, 'scenario'> {
  readonly scenario: Arbitrary<Scenario> | ((request: GenerateRequest) => Scenario);
}

/**
 * A type of test in a suite file: a sequence, either built-in or defined in the file, with restrictions (suites.md).
 */
export interface SuiteFileTest {
  /** The name of the sequence (`pops-tb list tests`). */
  readonly sequence: string;
  /** The name of the test; the sequence's name by default. */
  readonly name?: string;
  /** How many of these tests to run relative to others: at least 1; 1 by default. */
  readonly weight?: number;
  /** The chips to draw from; all of the sequence's chips by default. */
  readonly chips?: readonly ChipName[];
  readonly knobs?: KnobChoices;
  readonly within?: ScenarioBounds;
  /** Any other constraint. */
  readonly where?: (scenario: Scenario) => boolean;
}

/** The tests of a suite (suites.md). `chips`, `knobs` and `within` apply to all tests, unless a test overrides them. */
export interface SuiteTests {
  /** The purpose of the suite, in one line. */
  readonly text?: string;
  /** The default root seed: `0x` and up to 16 hex digits. If absent, each run picks a new one. */
  readonly seed?: string;
  /** The default number of tests. */
  readonly count: number;
  readonly chips?: readonly ChipName[];
  readonly knobs?: KnobChoices;
  readonly within?: ScenarioBounds;
  /** The user's sequences. Tests refer to them by name, as they do to built-in ones. */
  readonly sequences?: readonly UserSequence[];
  /** The user's programs, each of which becomes a sequence with the same name. */
  readonly programs?: readonly ProgramDefinition[];
  readonly tests: readonly SuiteFileTest[];
}
