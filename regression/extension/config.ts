import type { Extension } from './extension.js';

/** Values of one option of `run`, as the command line takes it: a text, a number, a switch, or several of them. */
export type OptionValue = string | number | boolean | readonly (string | number)[];

/** Options of `pops-tb run` that a configuration may set; what the command line gives wins. */
export interface RunDefaults {
  /** Suite, or suite file, that runs where the command names none. */
  readonly suite?: string;
  /** Root seed, such as `0x5eed`. */
  readonly seed?: string;
  /** Number of tests. */
  readonly count?: number;
  /** Such as `10m`. */
  readonly time?: string;
  /** Worker threads. */
  readonly workers?: number;
  /** Run directory. */
  readonly out?: string;
  readonly chip?: string | readonly string[];
  /** Globs of test names. */
  readonly test?: string | readonly string[];
  /** Such as `idWrap=15`. */
  readonly set?: string | readonly string[];
  readonly fault?: string | readonly string[];
  readonly maxFailures?: number;
  /** Such as `2/4`. */
  readonly shard?: string;
  readonly queue?: string;
  readonly queueKeyFile?: string;
  readonly knownIssues?: string;
  /** Time of one test, such as `30s`. */
  readonly testTime?: string;
  /** MiB of heap of one worker. */
  readonly testMemory?: number;
  /** Such as `60s`. */
  readonly triage?: string;
  /** Such as `coverage=90`. */
  readonly gate?: string;
  readonly waivers?: string;
  readonly json?: boolean;
  /** Factor of the limits on input sizes. */
  readonly limits?: number;
}

/** What `pops-tb.config.ts` exports by default. */
export interface Config extends Extension {
  /** Options of `run` that hold unless the command line gives others. */
  readonly run?: RunDefaults;
  /** Extensions of other packages. */
  readonly plugins?: readonly Extension[];
}

/** The configuration as it is, with its types checked. */
export function defineConfig(config: Config): Config {
  return config;
}

/** The plug-in as it is, with its types checked. */
export function definePlugin(plugin: Extension): Extension {
  return plugin;
}
