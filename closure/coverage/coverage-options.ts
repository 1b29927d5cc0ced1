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
  /** For how many holes `holes` shows how to hit them. */
  readonly way?: number;
  /** Whether to list every hole separately, and every way in full. */
  readonly all?: boolean;
  readonly saturation?: boolean;
  readonly waivers?: string;
  readonly json?: boolean;
}
