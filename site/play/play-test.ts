import type { Corpus } from '../../stimulus/index.js';

/** A test requested by the page. Everything but the name is optional. */
export interface PlayTest {
  /** SUITE:TEST@0xSEED, as for `replay`. */
  readonly name: string;
  readonly chip?: string;
  readonly fault?: string;
  /** `knob=value`, as for `--set`. */
  readonly set?: readonly string[];
  /** Text to replace the first program. */
  readonly program?: string;
  /** Triangle corners in pixels to replace those of the first draw: x0, y0, x1, y1, x2, y2. */
  readonly triangles?: readonly (readonly number[])[];
  /** A stored scenario in JSON, to replace all of these except `program` and `triangles`. */
  readonly scenario?: string;
}

/** A test's result. */
export interface Judged {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  /** The verdict in one line. */
  readonly line: string;
  /** The output of `replay`: the first violation with its picture, the others, the verdict. */
  readonly text: string;
  /** The run's page, as written by `replay --trace html`. */
  readonly page: string;
  readonly violations: readonly {
    readonly rule: string;
    readonly cycle: number;
    readonly observed: string;
  }[];
  /** Text of the first program as it ran; assembles to the same words. */
  readonly program: string;
  readonly triangles: readonly (readonly number[])[];
  /** Pixels of the first draw. */
  readonly width: number;
  readonly height: number;
  readonly chip: string;
  /** The line that replays the test in a shell; absent if the page changed the scenario. */
  readonly repro?: string;
  /** The scenario that ran, as a file for `replay`. */
  readonly scenario: string;
}

/** What was wrong with a request. */
export interface Refused {
  readonly error: string;
  /** Line of the program's text, from 1, if one was wrong. */
  readonly programLine?: number;
}

/** What a page needs besides its code. */
export interface PlayWorld {
  readonly corpus: Corpus;
  /** Code of a run's page. */
  readonly viewer: string;
}
