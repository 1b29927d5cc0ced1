import type { Extension } from './extension.js';

/** Values of one `run` option, as on the command line: a string, a number, a switch, or several of them (regression.md). */
export type OptionValue = string | number | boolean | readonly (string | number)[];

/**
 * Options of `pops-tb run` that a configuration may set; the command line takes precedence (`pops-tb run
 * --help`, regression.md).
 */
export interface RunDefaults {
  /** Default suite, or suite file relative to the configuration's folder. */
  readonly suite?: string;
  /** Root seed, for example `0x5eed`. */
  readonly seed?: string;
  /** Number of tests. */
  readonly count?: number;
  /** For example `10m`. */
  readonly time?: string;
  /** `saturated`, or `saturated=PERCENT` of the bins that another hour must add. */
  readonly until?: string;
  /** Number of worker threads. */
  readonly workers?: number;
  /** Run directory, relative to the current folder. */
  readonly out?: string;
  /** Chips to choose from, or `all`. */
  readonly chip?: string | readonly string[];
  /** Globs of test names. */
  readonly test?: string | readonly string[];
  /** For example `idWrap=15`. */
  readonly set?: string | readonly string[];
  /** Faults to inject, for example `F46`. */
  readonly fault?: string | readonly string[];
  /** Number of failures that ends the run. */
  readonly maxFailures?: number;
  /** Whether coverage steers the choice of tests. */
  readonly steer?: boolean;
  /** For example `2/4`. */
  readonly shard?: string;
  /** Address of a queue whose workers run the tests. */
  readonly queue?: string;
  /** File with the secret that signs queue traffic, relative to the configuration's folder. */
  readonly queueKeyFile?: string;
  /** Template of the command that starts a worker (regression.md). */
  readonly launch?: string;
  /** File of accepted failures, relative to the configuration's folder. */
  readonly knownIssues?: string;
  /** Time limit per test, for example `30s`. */
  readonly testTime?: string;
  /** MiB of heap per worker. */
  readonly testMemory?: number;
  /** For example `60s`. */
  readonly triage?: string;
  /** For example `coverage=90`. */
  readonly gate?: string;
  /** File of bins to exclude from the gate, relative to the configuration's folder. */
  readonly waivers?: string;
  /** Whether it prints one JSON document. */
  readonly json?: boolean;
  /** Factor, a whole number, by which limits on input sizes are raised. */
  readonly limits?: number;
}

/** What a nightly run with a fresh seed does to hit its remaining holes (steering.md). */
export interface NightPlan {
  /** Suite file, relative to the configuration's folder: its tests run first; tests found to hit holes, or to fail, are added to it. */
  readonly closing: string;
  /** Share of the run's time for the search, from 0 to 1; default: 0.1. */
  readonly share?: number;
}

/** The default export of `pops-tb.config.ts` (extending.md). */
export interface Config extends Extension {
  /** Options of `run` that apply unless overridden on the command line. */
  readonly run?: RunDefaults;
  /** How a nightly run with a fresh seed closes holes; if absent, it does not (steering.md). */
  readonly night?: NightPlan;
  /** Commands that start a worker, by `--launch` name (regression.md). */
  readonly launchers?: Readonly<Record<string, string>>;
  /** Extensions of other packages. */
  readonly plugins?: readonly Extension[];
}

/**
 * Returns the configuration unchanged, with its types checked. Throws nothing; `pops-tb` validates it on loading
 * (extending.md).
 */
export function defineConfig(config: Config): Config {
  return config;
}

/**
 * Returns the plug-in unchanged, with its types checked. Throws nothing; `pops-tb` validates it on loading
 * (extending.md).
 */
export function definePlugin(plugin: Extension): Extension {
  return plugin;
}
