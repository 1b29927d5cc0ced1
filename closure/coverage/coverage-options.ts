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
  /** Number of holes for which `holes` shows how to hit them. */
  readonly way?: number;
  /** Whether to list every hole one by one, and each way in full. */
  readonly all?: boolean;
  readonly saturation?: boolean;
  readonly waivers?: string;
  readonly json?: boolean;
}
