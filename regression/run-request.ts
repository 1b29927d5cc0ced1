import type { CoverageData } from '../coverage/index.js';
import type { Seed } from '../transactions/index.js';
import { formatSeed } from '../transactions/index.js';
import type { Failure } from './batch.js';
import type { RunEnd } from './event-log.js';
import type { FaultEffect } from './fault-effect.js';
import { formatKnobSettings } from './knob-values.js';
import { describeHost, type Manifest } from './manifest.js';
import type { Overrides } from './selection.js';
import type { Tally } from './tally.js';
import { reproLine } from './test-name.js';

/** What `run` was asked for. */
export interface RunRequest {
  readonly runId: string;
  readonly suite: string;
  /** Root seed. */
  readonly seed: Seed;
  /** Sequence names to keep. */
  readonly glob?: string;
  readonly overrides: Overrides;
  /** Tests in total; `Infinity` when only time limits the run. */
  readonly count: number;
  readonly timeMs?: number;
  /** The run ends with the test that reaches so many failures. */
  readonly maxFailures?: number;
  readonly workers: number;
  readonly outDir: string;
  /** Module of the pool's workers; the built one unless a test brings its own. */
  readonly workerFile?: string;
}

/** What a run gave so far, or as a whole. */
export interface RunReport {
  readonly request: RunRequest;
  readonly tally: Tally;
  readonly coverage: CoverageData;
  readonly end: RunEnd;
  readonly seconds: number;
  /** Whether the injected faults act at all; known where the run had faults and no test failed. */
  readonly unseenFault?: FaultEffect;
}

/** Who watches a run and may stop it. */
export interface RunWatch {
  readonly signal?: AbortSignal;
  /** Called once when nothing about the request can be wrong any more, before the first test. */
  readonly onStart?: () => void;
  readonly onProgress?: (tally: Tally, coverage: CoverageData) => void;
}

/** The line that reproduces a failure of a run. */
export function failureLine({ suite, overrides }: RunRequest, { test, hash }: Failure): string {
  const { sequence, seed } = test;
  return reproLine({ suite, sequence, seed, ...(hash === undefined ? {} : { hash }) }, overrides);
}

/** Names what a run draws from, in coverage data and nowhere else: equal text means equal tests at equal positions. */
export function coverageRun({ suite, seed, glob, overrides }: RunRequest): string {
  const { chips, knobs, faults } = overrides;
  return [
    `${suite}@${formatSeed(seed)}`,
    glob ?? '*',
    ...faults,
    ...chips,
    ...formatKnobSettings(knobs),
  ].join(' ');
}

/** The manifest of a run that begins now. */
export function manifestOf(request: RunRequest): Manifest {
  const { runId, suite, seed, glob = null, overrides, count, timeMs, maxFailures = null, workers } = request;
  return {
    ...describeHost(),
    runId,
    suite,
    seed: formatSeed(seed),
    count: Number.isFinite(count) ? count : null,
    timeSeconds: timeMs === undefined ? null : timeMs / 1000,
    maxFailures,
    tests: glob,
    chips: [...overrides.chips],
    knobs: formatKnobSettings(overrides.knobs),
    faults: [...overrides.faults],
    workers,
    startedAt: new Date().toISOString(),
  };
}
