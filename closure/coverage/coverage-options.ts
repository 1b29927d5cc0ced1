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
  /** The number of cheapest holes for which `holes` explains how to hit them. */
  readonly way?: number;
  /** Whether to list each hole separately, and all details of each way. */
  readonly all?: boolean;
  readonly saturation?: boolean;
  readonly waivers?: string;
  readonly json?: boolean;
}
