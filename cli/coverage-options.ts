/** Options of `coverage` as the command line gives them. */
export interface CoverageOptions {
  readonly out?: string;
  readonly group?: string;
  readonly bin?: string;
  readonly count?: number;
  /** Milliseconds. */
  readonly time?: number;
  readonly seed?: string;
  readonly saturation?: boolean;
  readonly format?: string;
  readonly waivers?: string;
  readonly json?: boolean;
}
