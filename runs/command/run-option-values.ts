import type { OverrideStrings } from '../../harness/options/index.js';
import type { Shard } from '../../harness/selection/index.js';

/** The values of `run`'s options, as parsed from the command line. */
export interface RunOptionValues extends OverrideStrings {
  readonly seed?: string;
  readonly count?: number;
  readonly time?: number;
  readonly workers?: number;
  readonly out?: string;
  readonly test?: string;
  readonly maxFailures?: number;
  /** The percentage of bins per hour below which the run stops. */
  readonly until?: number;
  readonly steer?: boolean;
  readonly plan?: string;
  readonly shard?: Shard;
  readonly queue?: string;
  readonly queueKeyFile?: string;
  readonly launch?: string;
  readonly suiteFile?: string;
  readonly resume?: string;
  readonly rerun?: string;
  readonly rerunFailures?: string;
  readonly group?: string;
  readonly schedules?: number;
  readonly knownIssues?: string;
  readonly waivers?: string;
  readonly testTime?: number;
  readonly testMemory?: number;
  readonly gate?: string;
  readonly triage?: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}
