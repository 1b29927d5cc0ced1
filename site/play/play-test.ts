import type { Corpus } from '../../stimulus/index.js';

/** A test that the page requests. Everything except the name is optional. */
export interface PlayTest {
  /** `SUITE:TEST@0xSEED`, as for `replay`. */
  readonly name: string;
  readonly chip?: string;
  readonly fault?: string;
  /** Knob settings of the form `knob=value`, as for `--set`. */
  readonly set?: readonly string[];
  /** Assembly that replaces the first program. */
  readonly program?: string;
  /** Triangles that replace those of the first draw, with corners in pixels: x0, y0, x1, y1, x2, y2. */
  readonly triangles?: readonly (readonly number[])[];
  /** A stored scenario in JSON, which replaces all of the above except `program` and `triangles`. */
  readonly scenario?: string;
}

/** The result of a test. */
export interface Judged {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  /** A one-line verdict. */
  readonly line: string;
  /** The output of `replay`: the first violation with its picture, the other violations, and the verdict. */
  readonly text: string;
  /** The page of the run, as `replay --trace html` writes it. */
  readonly page: string;
  readonly violations: readonly {
    readonly rule: string;
    readonly cycle: number;
    readonly observed: string;
  }[];
  /** Disassembly of the first program as it ran. Assembling it yields the same words. */
  readonly program: string;
  readonly triangles: readonly (readonly number[])[];
  /** Size of the first draw in pixels. */
  readonly width: number;
  readonly height: number;
  readonly chip: string;
  /** The command that replays the test in a shell; absent if the reader has changed the scenario. */
  readonly repro?: string;
  /** The scenario that ran, as the contents of a file for `replay`. */
  readonly scenario: string;
}

/** Why a request was rejected. */
export interface Refused {
  readonly error: string;
  /** Line of the program that was wrong, counted from 1, if one was. */
  readonly programLine?: number;
}

/** What the judge needs besides a test. */
export interface PlayWorld {
  readonly corpus: Corpus;
  /** The code of the page that shows a run. */
  readonly viewer: string;
}
