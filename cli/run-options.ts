import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findSuite, freshSeed, type RunRequest, readSeed } from '../regression/index.js';
import { UsageError } from '../transactions/index.js';
import { type OverrideTexts, readOverrides } from './option-values.js';

/** Options of `run` as the command line gives them. */
export interface RunOptionValues extends OverrideTexts {
  readonly seed?: string;
  readonly count?: number;
  readonly time?: number;
  readonly workers?: number;
  readonly out?: string;
  readonly test?: string;
  readonly maxFailures?: number;
  readonly gate?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** The run that the options ask for. `now` names the run. Throws `UsageError` for impossible values. */
export function runRequest(suiteName: string, options: RunOptionValues, now: Date): RunRequest {
  const suite = findSuite(suiteName);
  const overrides = readOverrides(options);
  const given = options.seed ?? suite.seed;
  const runId = `${suiteName}-${timestamp(now)}`;
  // A fault is looked for until it is seen, unless the user wants to see it more often.
  const maxFailures = options.maxFailures ?? (overrides.faults.length > 0 ? 1 : undefined);
  return {
    runId,
    suite: suiteName,
    seed: given === undefined ? freshSeed() : readSeed(given),
    overrides,
    count: options.count ?? (options.time === undefined ? suite.count : Infinity),
    workers: options.workers ?? availableParallelism(),
    outDir: options.out ?? join('out', runId),
    ...(options.test === undefined ? {} : { glob: options.test }),
    ...(options.time === undefined ? {} : { timeMs: options.time }),
    ...(maxFailures === undefined ? {} : { maxFailures }),
  };
}

/** Percent of coverage that the run must reach; undefined without a gate. */
export function coverageGate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const match = /^coverage=(\d+(?:\.\d+)?)$/.exec(text);
  const percent = Number(match?.[1]);
  if (match === null || percent > 100) {
    throw new UsageError(
      `Invalid --gate "${text}": expected coverage=PERCENT with 0 to 100, like coverage=90`,
    );
  }
  return percent;
}

/** `20251120-091500`, in the machine's own time. */
function timestamp(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}
