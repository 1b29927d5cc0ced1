/** The options of `coverage`, as parsed from the command line. */
export interface CoverageOptions {
  readonly out?: string;
  readonly group?: string;
  readonly bin?: string;
  readonly count?: number;
  /** Fault ids, `all` or `none`. */
  readonly fault?: readonly string[];
  /** In milliseconds. */
  readonly time?: number;
  readonly seed?: string;
  /** How many of the cheapest holes `holes` explains how to hit. */
  readonly way?: number;
  /** Whether to list every hole separately, and every way in full. */
  readonly all?: boolean;
  readonly saturation?: boolean;
  readonly waivers?: string;
  readonly json?: boolean;
}
