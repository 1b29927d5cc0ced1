import { formatKnobSettings, parseKnobSettings, readSeed } from '../../base/basics/index.js';
import type { CoverageData } from '../../coverage/index.js';
import type { Seed } from '../../transactions/index.js';
import { formatSeed } from '../../transactions/index.js';
import type { CodeFile } from '../extension/load-code.js';
import type { FaultEffect } from '../one-test/fault-effect.js';
import type { FailureSummary } from '../one-test/one-test.js';
import type { KnownIssue } from '../records/known-issues.js';
import { describeHost, type Manifest } from '../records/manifest.js';
import { faultsOf } from '../selection/active-faults.js';
import type { PlannedTest, Shard } from '../selection/plan.js';
import { scenarioHash } from '../selection/scenario-hash.js';
import { findSequence, type Overrides } from '../selection/selection.js';
import { reproLine } from '../selection/test-name.js';
import type { SuiteFile } from '../suite-files/suite-file.js';
import type { BucketForm } from '../triage-findings/bucket-form.js';
import type { Closing } from '../triage-findings/closing.js';
import type { LikeFault } from '../triage-findings/like-fault.js';
import type { ObservedKinds } from '../triage-findings/observed-kinds.js';
import type { Separation } from '../triage-findings/separation.js';
import type { ShrunkFailure } from '../triage-findings/shrunk-failure.js';
import type { TestLimits } from '../workers/pool.js';
import type { Again } from './again-file.js';
import type { RankedClaim } from './fault-kills.js';
import type { RunStanding } from './run-event.js';
import type { Tally } from './tally.js';
import type { TestUnderWay } from './under-way.js';

/** The request of `run`. */
export interface RunRequest {
  readonly runId: string;
  readonly suite: string;
  /** The file named by `suite`, if it names one. */
  readonly suiteFile?: SuiteFile;
  /** The configuration it ran with, if any. */
  readonly config?: CodeFile;
  /** Root seed. */
  readonly seed: Seed;
  /** Sequence names to keep. */
  readonly glob?: string;
  readonly overrides: Overrides;
  /** Total tests; `Infinity` if only time limits the run. */
  readonly count: number;
  readonly timeMs?: number;
  /** The run ends once another hour would probably cover less than this percentage of the bins. */
  readonly gainPercentMin?: number;
  /** What `coverage rank` found the tests of `list` to provide; the end of the run is compared with it. */
  readonly ranked?: RankedClaim;
  /** The run ends with the test that reaches this many unknown failures. */
  readonly maxFailures?: number;
  /** Whether coverage steers the choice of tests. */
  readonly steer?: true;
  /** The part of the plan that runs here. */
  readonly shard?: Shard;
  /** The tests by name, instead of drawing from the suite; `count` is their number. */
  readonly list?: readonly PlannedTest[];
  /** A faulty build: all tests run, even those in which none of the injected faults can act. */
  readonly wholeBuild?: true;
  /** Once its tests are done, the run searches for tests that hit its holes, as the configuration says (`night`). */
  readonly closes?: true;
  /** The run this one repeats: tests that failed there run from its stored scenarios. */
  readonly again?: { readonly directory: string; readonly runId: string };
  /** Tests that failed in earlier runs, run before the drawn ones; they count like others. */
  readonly first: readonly PlannedTest[];
  /** Failures that are known issues. */
  readonly knownIssues: readonly KnownIssue[];
  readonly limits: TestLimits;
  /** Threads; with a template, workers to start; with a queue, concurrent batches. */
  readonly workers: number;
  /** Address of the queue whose workers run the tests; default: they run here. */
  readonly queue?: string;
  /** Workers took the tests from a queue, so their number is unknown. */
  readonly queued?: true;
  /** Secret that signs queue traffic; never stored. */
  readonly queueKey?: Buffer;
  /** Template of the command that starts a worker; without one and without a queue, tests run on threads here. */
  readonly launch?: string;
  readonly outDir: string;
  /** Module of the pool's workers; default: the built one. */
  readonly workerFile?: string;
}

/** Results of a run, complete or so far. */
export interface RunReport {
  readonly request: RunRequest;
  readonly tally: Tally;
  readonly coverage: CoverageData;
  readonly end: RunStanding;
  readonly seconds: number;
  /**
   * The seconds used by the thread that dispatches tests and stores results in the last session; absent after a merge.
   */
  readonly coordinatorSeconds?: number;
  /** Peak resident memory of the process, including its worker threads; absent if no session recorded it. */
  readonly peakBytes?: number;
  /** Number of tests of earlier sessions, which were not rerun. */
  readonly kept: number;
  /** Buckets whose failures shrank to more than one form, by signature. */
  readonly forms?: ReadonlyMap<string, readonly BucketForm[]>;
  /** The smallest failure that was shrunk, by the signature of its bucket. */
  readonly shrunk?: ReadonlyMap<string, ShrunkFailure>;
  /** Rules that fired together but come from two bugs, as triage found. */
  readonly separations?: readonly Separation[];
  /** What shrunk failures show, as triage found. */
  readonly kinds?: readonly ObservedKinds[];
  /** The library faults that each failure group resembles, nearest first, by the group's own signature; absent before triage. */
  readonly likeness?: ReadonlyMap<string, readonly LikeFault[]>;
  /** What failed after the verdict, in triage, pictures and pages, one line each. */
  readonly lost?: readonly string[];
  /** Whether the injected faults have any effect; known if the run had faults and no test failed. */
  readonly unseenFault?: FaultEffect;
  /** Whether its tests are those of the run it repeats; known if it repeats one. */
  readonly again?: Again;
  /** What the search for tests that hit its holes found, if there was one. */
  readonly closing?: Closing;
}

/** What is known about a run when it starts or resumes. */
export interface RunStart {
  readonly request: RunRequest;
  /** Number of tests that must have a result in the end; `Infinity` if only time limits the run. */
  readonly planned: number;
  /** Tests and time of earlier sessions. */
  readonly kept: number;
  readonly keptMs: number;
  /** The test that has been running longest. */
  readonly slowest: () => TestUnderWay | undefined;
  /** Estimated seconds until the tests are done, from the time such tests took; undefined while unknown. */
  readonly secondsLeft: () => number | undefined;
}

/** Observes a run and may stop it. */
export interface RunWatch {
  /** Ends the run with the tests in progress. */
  readonly signal?: AbortSignal;
  /** Drops the tests in progress too; aborts after `signal`. */
  readonly abandon?: AbortSignal;
  /** Called once after all checks of the request, before the first test. */
  readonly onStart?: (start: RunStart) => void;
  readonly onProgress?: (tally: Tally, coverage: CoverageData) => void;
  /** Called when the run must wait for something, with what it ignores of a queue, and when a launched worker was lost. */
  readonly onWait?: (line: string) => void;
}

/** The command that reproduces a failure of a run. */
export function failureLine(
  { suite, overrides, wholeBuild }: RunRequest,
  { test, hash }: FailureSummary,
): string {
  const { sequence, seed } = test;
  // In a faulty build, a test only has the faults it can have.
  const faults = wholeBuild ? faultsOf(findSequence(sequence, suite), overrides) : overrides.faults;
  return reproLine(
    { suite, sequence, seed, ...(hash === undefined ? {} : { hash }) },
    { ...overrides, faults },
  );
}

/** Identifies what a run draws from, only in coverage data: equal text means equal tests at equal positions. */
export function coverageRun({
  suite,
  suiteFile,
  config,
  seed,
  glob,
  overrides,
  steer,
  list = [],
  first,
  again,
  wholeBuild,
}: RunRequest): string {
  const { chips, knobs, faults } = overrides;
  return [
    `${suite}${suiteFile === undefined ? '' : `#${suiteFile.hash}`}@${formatSeed(seed)}`,
    ...(config === undefined ? [] : [`config#${config.hash}`]),
    glob ?? '*',
    ...(steer ? ['steered'] : []),
    ...(wholeBuild ? ['build'] : []),
    ...namesOf('list', list),
    ...namesOf('first', first),
    // Its stored scenarios may differ from those its names denote.
    ...(again === undefined ? [] : [`again#${again.runId}`]),
    ...faults,
    ...chips,
    ...formatKnobSettings(knobs),
  ].join(' ');
}

/** Two words for tests not drawn from the suite; none if there are none. */
function namesOf(word: string, tests: readonly PlannedTest[]): string[] {
  if (tests.length === 0) return [];
  return [word, scenarioHash(Buffer.from(tests.map(({ seed }) => seed).join()))];
}

/** The manifest of a run starting now. */
export function manifestOf(request: RunRequest): Manifest {
  const { runId, suite, seed, glob = null, overrides, count, timeMs, maxFailures = null, workers } = request;
  const { shard = null, list, first, knownIssues, limits, suiteFile = null, config = null, steer } = request;
  const { gainPercentMin, ranked, again, wholeBuild, closes, queue, queued } = request;
  return {
    ...describeHost(),
    runId,
    suite,
    suiteFile,
    config: config && { path: config.path, hash: config.hash },
    seed: formatSeed(seed),
    count: Number.isFinite(count) ? count : null,
    timeSeconds: timeMs === undefined ? null : timeMs / 1000,
    maxFailures,
    tests: glob,
    chips: [...overrides.chips],
    knobs: formatKnobSettings(overrides.knobs),
    faults: [...overrides.faults],
    ...(steer ? { steer } : {}),
    ...(gainPercentMin === undefined ? {} : { gainPercentMin }),
    ...(ranked === undefined ? {} : { ranked: { ...ranked, kills: [...ranked.kills] } }),
    shard,
    list: list === undefined ? null : [...list],
    ...(wholeBuild ? { wholeBuild } : {}),
    ...(closes ? { closes } : {}),
    ...((queued ?? queue) === undefined ? {} : { queued: true as const }),
    ...(again === undefined ? {} : { again }),
    first: [...first],
    knownIssues: [...knownIssues],
    testSeconds: limits.ms / 1000,
    testHeapMb: limits.heapMb,
    workers,
    startedAt: new Date().toISOString(),
  };
}

/** The request of a manifest, for a run in `outDir` on this many workers. */
export function requestOf(manifest: Manifest, outDir: string, workers: number): RunRequest {
  const { runId, suite, seed, count, timeSeconds, maxFailures, tests, chips, knobs, faults } = manifest;
  const { shard, list, first, knownIssues, testSeconds, testHeapMb, suiteFile, config, steer } = manifest;
  const { gainPercentMin, ranked, again, wholeBuild, closes, queued } = manifest;
  return {
    runId,
    suite,
    seed: readSeed(seed),
    overrides: { chips, knobs: parseKnobSettings(knobs), faults },
    count: count ?? Infinity,
    workers,
    outDir,
    first,
    knownIssues,
    limits: { ms: testSeconds * 1000, heapMb: testHeapMb },
    ...(suiteFile === null ? {} : { suiteFile }),
    ...(config ? { config } : {}),
    ...(tests === null ? {} : { glob: tests }),
    ...(timeSeconds === null ? {} : { timeMs: timeSeconds * 1000 }),
    ...(maxFailures === null ? {} : { maxFailures }),
    ...(steer ? { steer } : {}),
    ...(gainPercentMin === undefined ? {} : { gainPercentMin }),
    ...(ranked === undefined ? {} : { ranked }),
    ...(shard === null ? {} : { shard }),
    ...(list === null ? {} : { list }),
    ...(wholeBuild ? { wholeBuild } : {}),
    ...(closes ? { closes } : {}),
    ...(queued ? { queued } : {}),
    ...(again === undefined ? {} : { again }),
  };
}
