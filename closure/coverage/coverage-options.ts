/** Options of `coverage` as the command line gives them. */
export interface CoverageOptions {
  readonly out?: string;
  readonly group?: string;
  readonly bin?: string;
  readonly count?: number;
  /** Ids, or a word for all or none. */
  readonly fault?: readonly string[];
  /** Milliseconds. */
  readonly time?: number;
  readonly seed?: string;
  /** Holes of which holes says how they could be hit. */
  readonly way?: number;
  /** Every hole one by one, and all of each way. */
  readonly all?: boolean;
  readonly saturation?: boolean;
  readonly waivers?: string;
  readonly json?: boolean;
}
