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
  /** The file that `suite` names, where it names one. */
  readonly suiteFile?: SuiteFile;
  /** The configuration that it ran with, where it had one. */
  readonly config?: CodeFile;
  /** Root seed. */
  readonly seed: Seed;
  /** Sequence names to keep. */
  readonly glob?: string;
  readonly overrides: Overrides;
  /** Tests in total; `Infinity` when only time limits the run. */
  readonly count: number;
  readonly timeMs?: number;
  /** The run ends when another hour would probably cover less than this percentage of the bins. */
  readonly gainPercentMin?: number;
  /** What `coverage rank` found the tests of `list` to give; the end of the run is compared with it. */
  readonly ranked?: RankedClaim;
  /** The run ends with the test that reaches this many failures that are not known. */
  readonly maxFailures?: number;
  /** Whether coverage steers what is drawn. */
  readonly steer?: true;
  /** Which part of the plan runs here. */
  readonly shard?: Shard;
  /** The tests by name, in place of those that the suite would draw; `count` is their number. */
  readonly list?: readonly PlannedTest[];
  /** A faulty build: all tests run, also those in which none of the injected faults can act. */
  readonly wholeBuild?: true;
  /** Once its tests are done, the run searches for tests that hit its holes, as the configuration says (`night`). */
  readonly closes?: true;
  /** The run that this one repeats: tests that failed there run from its stored scenarios. */
  readonly again?: { readonly directory: string; readonly runId: string };
  /** Tests that failed in earlier runs and come before those that are drawn; they count like others. */
  readonly first: readonly PlannedTest[];
  /** Failures that are known issues. */
  readonly knownIssues: readonly KnownIssue[];
  readonly limits: TestLimits;
  /** Threads, with a template workers that it starts, or with a queue batches that may be under way at once. */
  readonly workers: number;
  /** Address of the queue whose workers run the tests; without one they run here. */
  readonly queue?: string;
  /** Workers took the tests from a queue, so that their number is not known. */
  readonly queued?: true;
  /** Secret that signs what goes through the queue; kept nowhere. */
  readonly queueKey?: Buffer;
  /** Template of the command that starts a worker; without one and without a queue, tests run on threads here. */
  readonly launch?: string;
  readonly outDir: string;
  /** Module of the pool's workers; the built one unless a test brings its own. */
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
   * Of these, the time of the thread that hands out tests and stores results in the last session; absent after a merge.
   */
  readonly coordinatorSeconds?: number;
  /** Peak resident memory of the process, including its worker threads; absent if no session recorded it. */
  readonly peakBytes?: number;
  /** Tests of earlier sessions, which were not run again. */
  readonly kept: number;
  /** Buckets whose failures shrank to more than one form, by signature. */
  readonly forms?: ReadonlyMap<string, readonly BucketForm[]>;
  /** The smallest failure that was shrunk, by the signature of its bucket. */
  readonly shrunk?: ReadonlyMap<string, ShrunkFailure>;
  /** Rules that fired together and come from two bugs, as triage found. */
  readonly separations?: readonly Separation[];
  /** What shrunk failures show, as triage found. */
  readonly kinds?: readonly ObservedKinds[];
  /** The faults of the library that each failure group looks like, nearest first, by the group's own signature; absent before triage. */
  readonly likeness?: ReadonlyMap<string, readonly LikeFault[]>;
  /** What failed after the verdict, in triage, pictures and pages, in a line each. */
  readonly lost?: readonly string[];
  /** Whether the injected faults act at all; known where the run had faults and no test failed. */
  readonly unseenFault?: FaultEffect;
  /** Whether its tests are those of the run that it repeats; known where it repeats one. */
  readonly again?: Again;
  /** What the search for tests that hit its holes found, if there was one. */
  readonly closing?: Closing;
}

/** What is known about a run when it starts or is resumed. */
export interface RunStart {
  readonly request: RunRequest;
  /** Tests that have to have a result in the end; `Infinity` when only time limits the run. */
  readonly planned: number;
  /** Tests and time of earlier sessions. */
  readonly kept: number;
  readonly keptMs: number;
  /** The test that has been running longest. */
  readonly slowest: () => TestUnderWay | undefined;
  /** Seconds until the tests are done, by what such tests took; undefined while that is not known. */
  readonly secondsLeft: () => number | undefined;
}

/** Who watches a run and may stop it. */
export interface RunWatch {
  /** Ends the run with the tests that are under way. */
  readonly signal?: AbortSignal;
  /** Drops these too; it comes after `signal`. */
  readonly abandon?: AbortSignal;
  /** Called once after all checks of the request, before the first test. */
  readonly onStart?: (start: RunStart) => void;
  readonly onProgress?: (tally: Tally, coverage: CoverageData) => void;
  /** Called when the run has to wait for something, with what it ignores of a queue, and when a launched worker was lost. */
  readonly onWait?: (line: string) => void;
}

/** The line that reproduces a failure of a run. */
export function failureLine(
  { suite, overrides, wholeBuild }: RunRequest,
  { test, hash }: FailureSummary,
): string {
  const { sequence, seed } = test;
  // Of a faulty build, a test has only the faults that it can have.
  const faults = wholeBuild ? faultsOf(findSequence(sequence, suite), overrides) : overrides.faults;
  return reproLine(
    { suite, sequence, seed, ...(hash === undefined ? {} : { hash }) },
    { ...overrides, faults },
  );
}

/** Names what a run draws from, in coverage data and nowhere else: equal text means equal tests at equal positions. */
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
    // Its stored scenarios may be others than those that its names stand for.
    ...(again === undefined ? [] : [`again#${again.runId}`]),
    ...faults,
    ...chips,
    ...formatKnobSettings(knobs),
  ].join(' ');
}

/** Two words for tests that were not drawn from the suite; none for no test. */
function namesOf(word: string, tests: readonly PlannedTest[]): string[] {
  if (tests.length === 0) return [];
  return [word, scenarioHash(Buffer.from(tests.map(({ seed }) => seed).join()))];
}

/** The manifest of a run that begins now. */
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

/** The request that a manifest came from, for a run in `outDir` on this many workers. */
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
