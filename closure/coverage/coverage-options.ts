/** The options of `coverage`, as parsed from the command line. */
export interface CoverageOptions {
  readonly out?: string;
  readonly group?: string;
  readonly bin?: string;
  readonly count?: number;
  /** Fault ids, `all` or `none`. */
  readonly fault?: readonly string[];
  /** Time limit in milliseconds. */
  readonly time?: number;
  readonly seed?: string;
  /** Number of holes, cheapest first, to print hints for (`--way`). */
  readonly way?: number;
  /** Whether to list each hole separately, and show full details for each hint. */
  readonly all?: boolean;
  readonly saturation?: boolean;
  readonly waivers?: string;
  readonly json?: boolean;
}
