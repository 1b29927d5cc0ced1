import type { Corpus } from '../../../stimulus/index.js';

/** A test that the page requests. Only the name is required. */
export interface PlayTest {
  /** `SUITE:TEST@0xSEED`, as in `replay`. */
  readonly name: string;
  readonly chip?: string;
  readonly fault?: string;
  /** Knob settings of the form `knob=value`, as in `--set`. */
  readonly set?: readonly string[];
  /** Assembly that replaces the first program. */
  readonly program?: string;
  /** Triangles that replace those of the first draw, with corners in pixels: x0, y0, x1, y1, x2, y2. */
  readonly triangles?: readonly (readonly number[])[];
  /** A stored scenario in JSON, which replaces all of the above except `program` and `triangles`. */
  readonly scenario?: string;
}

/** The result of a test. */
export interface PlayResult {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  readonly line: string;
  /** The output of `replay`: the first violation with its diagram, the other violations, and the verdict. */
  readonly text: string;
  /** The run's page, as written by `replay --trace html`. */
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
  /** The scenario that ran, in the file format of `replay`. */
  readonly scenario: string;
}

/** Why a request was rejected. */
export interface PlayError {
  readonly error: string;
  /** The program line with the error, counted from 1; absent if the error is elsewhere. */
  readonly programLine?: number;
}

/** What `judge` needs besides a test. */
export interface PlayContext {
  readonly corpus: Corpus;
  /** The script of the run viewer. */
  readonly viewer: string;
}
