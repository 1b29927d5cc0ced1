import type { Extension } from './extension.js';

/** Values of one option of `run`, as the command line takes it: a text, a number, a switch, or several of them (regression.md). */
export type OptionValue = string | number | boolean | readonly (string | number)[];

/** Options of `pops-tb run` that a configuration may set; what the command line gives wins (`pops-tb run --help`, regression.md). */
export interface RunDefaults {
  /** Suite, or suite file as seen from the configuration's folder, that runs where the command names none. */
  readonly suite?: string;
  /** Root seed, such as `0x5eed`. */
  readonly seed?: string;
  /** Number of tests. */
  readonly count?: number;
  /** Such as `10m`. */
  readonly time?: string;
  /** `saturated`, or `saturated=PERCENT` of the bins that another hour has to bring. */
  readonly until?: string;
  /** Number of worker threads. */
  readonly workers?: number;
  /** Run directory, as seen from the current folder. */
  readonly out?: string;
  /** Chips to draw from, or `all`. */
  readonly chip?: string | readonly string[];
  /** Globs of test names. */
  readonly test?: string | readonly string[];
  /** Such as `idWrap=15`. */
  readonly set?: string | readonly string[];
  /** Faults to inject, such as `F46`. */
  readonly fault?: string | readonly string[];
  /** Number of failures that ends the run. */
  readonly maxFailures?: number;
  /** Whether coverage steers what is drawn. */
  readonly steer?: boolean;
  /** Such as `2/4`. */
  readonly shard?: string;
  /** Address of a queue whose workers run the tests. */
  readonly queue?: string;
  /** File, as seen from the configuration's folder, of the secret that signs what goes through the queue. */
  readonly queueKeyFile?: string;
  /** Template of the command that starts a worker (regression.md). */
  readonly launch?: string;
  /** File of accepted failures, as seen from the configuration's folder. */
  readonly knownIssues?: string;
  /** Time of one test, such as `30s`. */
  readonly testTime?: string;
  /** MiB of heap of one worker. */
  readonly testMemory?: number;
  /** Such as `60s`. */
  readonly triage?: string;
  /** Such as `coverage=90`. */
  readonly gate?: string;
  /** File of bins to exclude from the gate, as seen from the configuration's folder. */
  readonly waivers?: string;
  /** Whether it prints one JSON document. */
  readonly json?: boolean;
  /** Times by which the limits on input sizes are raised, a count. */
  readonly limits?: number;
}

/** What a nightly with a fresh seed does to hit the holes that it leaves (steering.md). */
export interface NightPlan {
  /** Suite file, as seen from the configuration's folder: its tests run first, and those that hit holes are added to it. */
  readonly closing: string;
  /** Share of the run's time that the search takes, from 0 to 1; 0.1 by default. */
  readonly share?: number;
}

/** What `pops-tb.config.ts` exports by default (extending.md). */
export interface Config extends Extension {
  /** Options of `run` that hold unless the command line gives others. */
  readonly run?: RunDefaults;
  /** How a nightly with a fresh seed closes holes; without it, it does not (steering.md). */
  readonly night?: NightPlan;
  /** Commands that start a worker, by the name that `--launch` takes (regression.md). */
  readonly launchers?: Readonly<Record<string, string>>;
  /** Extensions of other packages. */
  readonly plugins?: readonly Extension[];
}

/**
 * Returns the configuration unchanged, with its types checked. Throws nothing; `pops-tb` checks it when it is loaded
 * (extending.md).
 */
export function defineConfig(config: Config): Config {
  return config;
}

/**
 * Returns the plug-in unchanged, with its types checked. Throws nothing; `pops-tb` checks it when it is loaded
 * (extending.md).
 */
export function definePlugin(plugin: Extension): Extension {
  return plugin;
}
