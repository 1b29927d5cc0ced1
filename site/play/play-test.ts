import type { Corpus } from '../../stimulus/index.js';

/** A test as the page asks for it. Everything but the name may be absent. */
export interface PlayTest {
  /** SUITE:TEST@0xSEED, as `replay` takes it. */
  readonly name: string;
  readonly chip?: string;
  readonly fault?: string;
  /** `knob=value`, as `--set` takes it. */
  readonly set?: readonly string[];
  /** Text of the first program in place of its own. */
  readonly program?: string;
  /** Corners of triangles in pixels in place of those of the first draw: x0, y0, x1, y1, x2, y2. */
  readonly triangles?: readonly (readonly number[])[];
  /** A stored scenario in JSON, in place of all of these but `program` and `triangles`. */
  readonly scenario?: string;
}

/** What a test gave. */
export interface Judged {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  /** The verdict in one line. */
  readonly line: string;
  /** What `replay` prints: the first violation with its picture, the others, the verdict. */
  readonly text: string;
  /** The page of the run, as `replay --trace html` writes it. */
  readonly page: string;
  readonly violations: readonly {
    readonly rule: string;
    readonly cycle: number;
    readonly observed: string;
  }[];
  /** Text of the first program as it ran, which assembles to the same words. */
  readonly program: string;
  readonly triangles: readonly (readonly number[])[];
  /** Pixels of the first draw. */
  readonly width: number;
  readonly height: number;
  readonly chip: string;
  /** The line that replays the test in a shell; absent where the page changed the scenario. */
  readonly repro?: string;
  /** What ran, as `replay` reads it from a file. */
  readonly scenario: string;
}

/** What was wrong with a request. */
export interface Refused {
  readonly error: string;
  /** Line of the program's text, from 1, where one was wrong. */
  readonly programLine?: number;
}

/** What a page needs beside its code. */
export interface PlayWorld {
  readonly corpus: Corpus;
  /** Code of the page of one run. */
  readonly viewer: string;
}
