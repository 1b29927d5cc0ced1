import type { Extension } from './extension.js';

/** The value of a `run` option, as on the command line: a string, number, boolean or list (regression.md). */
export type OptionValue = string | number | boolean | readonly (string | number)[];

/**
 * The options of `pops-tb run` that a configuration may set. The command line takes precedence (`pops-tb run --help`,
 * regression.md).
 */
export interface RunDefaults {
  /** The default suite, or a suite file relative to the configuration's folder. */
  readonly suite?: string;
  /** The root seed, for example `0x5eed`. */
  readonly seed?: string;
  /** The number of tests. */
  readonly count?: number;
  /** How long to run, for example `10m`. */
  readonly time?: string;
  /** `saturated` or `saturated=PERCENT`: stop once another hour would add less than this percentage of bins. */
  readonly until?: string;
  /** The number of worker threads. */
  readonly workers?: number;
  /** The run directory, relative to the current folder. */
  readonly out?: string;
  /** The chips to choose from, or `all`. */
  readonly chip?: string | readonly string[];
  /** Globs to match test names against. */
  readonly test?: string | readonly string[];
  /** Knobs to fix, for example `idWrap=15`. */
  readonly set?: string | readonly string[];
  /** Faults to inject, for example `F46`. */
  readonly fault?: string | readonly string[];
  /** The number of failures after which the run stops. */
  readonly maxFailures?: number;
  /** Whether coverage steers the choice of tests. */
  readonly steer?: boolean;
  /** The part of the plan to run, for example `2/4`. */
  readonly shard?: string;
  /** The address of a queue whose workers run the tests. */
  readonly queue?: string;
  /** A file that contains the secret for signing queue traffic, relative to the configuration's folder. */
  readonly queueKeyFile?: string;
  /** A template for the command that starts a worker (regression.md). */
  readonly launch?: string;
  /** A file of accepted failures, relative to the configuration's folder. */
  readonly knownIssues?: string;
  /** The time limit per test, for example `30s`. */
  readonly testTime?: string;
  /** The heap limit per worker, in MiB. */
  readonly testMemory?: number;
  /** The time budget for triage, for example `60s`. */
  readonly triage?: string;
  /** The coverage that the run must reach, for example `coverage=90`. */
  readonly gate?: string;
  /** The warnings that fail a run unless they are known: `warning` for all, `warning:PERF-07` for those of a rule. */
  readonly failOn?: string | readonly string[];
  /** A file of bins to exclude from the gate, relative to the configuration's folder. */
  readonly waivers?: string;
  /** Whether to print one JSON document. */
  readonly json?: boolean;
  /** A whole number by which all input size limits are multiplied. */
  readonly limits?: number;
}

/** How a nightly run with a fresh seed tries to fill its remaining coverage holes (steering.md). */
export interface NightPlan {
  /**
   * A suite file, relative to the configuration's folder. Its tests run first; newly found tests that fill holes
   * or fail are added to it.
   */
  readonly closing: string;
  /** The fraction of the run's time to spend on the search, from 0 to 1; 0.1 by default. */
  readonly share?: number;
}

/** The default export of `pops-tb.config.ts` (extending.md). */
export interface Config extends Extension {
  /** Options for `run`, which apply unless the command line overrides them. */
  readonly run?: RunDefaults;
  /** How a nightly run with a fresh seed fills coverage holes. If absent, it does not try to (steering.md). */
  readonly night?: NightPlan;
  /** Commands that start a worker, keyed by `--launch` name (regression.md). */
  readonly launchers?: Readonly<Record<string, string>>;
  /** Extensions from other packages. */
  readonly plugins?: readonly Extension[];
}

/**
 * Returns the configuration unchanged, with its types checked. Never throws; `pops-tb` validates it when it is loaded
 * (extending.md).
 */
export function defineConfig(config: Config): Config {
  return config;
}

/**
 * Returns the plug-in unchanged, with its types checked. Never throws; `pops-tb` validates it when it is loaded
 * (extending.md).
 */
export function definePlugin(plugin: Extension): Extension {
  return plugin;
}
