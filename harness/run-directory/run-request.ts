import { present } from '../../arch/index.js';
import type { CoverageData } from '../../coverage/index.js';
import { type FaultId, formatSeed, type Seed } from '../../transactions/index.js';
import { formatKnobSettings, getPasteablePath, parseKnobSettings, readSeed } from '../basics/index.js';
import type { CodeFile } from '../extension/load-code.js';
import type { FaultEffect } from '../one-test/fault-effect.js';
import type { FailureSummary } from '../one-test/one-test.js';
import type { KnownIssue } from '../records/known-issues.js';
import { describeHost, type Manifest } from '../records/manifest.js';
import { formatReproLine, type PlannedTest, type Shard, scenarioHash } from '../selection/plan.js';
import { findApplicableFaults, findSequence, type Overrides } from '../selection/selection.js';
import type { SuiteFile } from '../suite-files/suite-file.js';
import type { HoleSearchResult, ObservedKinds, ShrunkFailure } from '../triage-findings/findings.js';
import type { TestLimits } from '../workers/task-limit.js';
import type { RunStatus } from './run-event.js';
import type { RunningTest } from './running-tests.js';
import type { Tally } from './tally.js';
import type { RerunComparison } from './triage-file.js';

/** A fault, and the test that kills it. */
export interface FaultKill<T> {
  readonly fault: FaultId;
  readonly by: T;
}

/** The combined results of a ranked suite's tests. */
export interface RankedClaim {
  /** The number of covered bins. */
  readonly bins: number;
  /** The faults that the suite kills, each with the first test that kills it. */
  readonly kills: readonly FaultKill<PlannedTest>[];
}

/** A request to run tests. */
export interface RunRequest {
  readonly runId: string;
  readonly suite: string;
  /** The suite file, if `suite` is a file. */
  readonly suiteFile?: SuiteFile;
  /** The configuration in use, if any. */
  readonly config?: CodeFile;
  /** The root seed. */
  readonly seed: Seed;
  /** A pattern for the sequence names to keep. */
  readonly glob?: string;
  readonly overrides: Overrides;
  /** The total number of tests; `Infinity` if only time limits the run. */
  readonly count: number;
  readonly timeMs?: number;
  /** The run stops once another hour is expected to add less than this percentage of the bins. */
  readonly gainPercentMin?: number;
  /** What `coverage rank` claims for the tests in `list`, to be compared at the end of the run. */
  readonly ranked?: RankedClaim;
  /** The number of failures, other than known issues, at which the run stops. */
  readonly maxFailures?: number;
  /** Whether coverage steers the choice of tests. */
  readonly steer?: true;
  /** The shard of the plan that runs here. */
  readonly shard?: Shard;
  /** The tests, if they are listed explicitly rather than drawn from the suite. `count` is the length of the list. */
  readonly list?: readonly PlannedTest[];
  /** Whether to run every test, including those that no injected fault can affect, as a real faulty build would. */
  readonly wholeBuild?: true;
  /** Whether to search afterwards for tests that close the run's coverage holes, as configured under `night`. */
  readonly closes?: true;
  /** The run that this one repeats. Tests that failed there run from its stored scenarios. */
  readonly again?: { readonly directory: string; readonly runId: string };
  /** Tests that failed in earlier runs. They run before those drawn from the suite, and count towards `count`. */
  readonly first: readonly PlannedTest[];
  /** Known issues that excuse failures. */
  readonly knownIssues: readonly KnownIssue[];
  readonly limits: TestLimits;
  /** The number of threads. With a queue, the number of concurrent batches; with `launch`, of workers to start. */
  readonly workers: number;
  /** The address of the queue whose workers run the tests. By default, tests run in this process. */
  readonly queue?: string;
  /** Present if workers took the tests from a queue, so their number is unknown. */
  readonly queued?: true;
  /** The secret that signs queue traffic. It is never stored. */
  readonly queueKey?: Buffer;
  /** A template for the command that starts a worker. Without this or a queue, tests run on local threads. */
  readonly launch?: string;
  readonly outDir: string;
  /** The module that the pool's workers load; by default, the built one. */
  readonly workerFile?: string;
}

/** The results of a run, which may still be in progress. */
export interface RunReport {
  readonly request: RunRequest;
  readonly tally: Tally;
  readonly coverage: CoverageData;
  readonly end: RunStatus;
  readonly seconds: number;
  /**
   * How many seconds the last session spent in the thread that dispatches tests and stores results; absent after a
   * merge.
   */
  readonly coordinatorSeconds?: number;
  /** The peak resident memory of the process, including worker threads; absent if no session recorded it. */
  readonly peakBytes?: number;
  /** The number of tests kept from earlier sessions rather than rerun. */
  readonly kept: number;
  /** The smallest shrunk failure of each bucket, keyed by signature, and of each masked bug (`getMaskedKey`). */
  readonly shrunk?: ReadonlyMap<string, ShrunkFailure>;
  /** The kinds of violation in shrunk failures, according to triage. */
  readonly kinds?: readonly ObservedKinds[];
  /** Errors from the post-verdict steps (triage, diagrams, pages), one per line. */
  readonly postRunErrors?: readonly string[];
  /** Whether the injected faults have any effect; present if the run had faults and no test failed. */
  readonly undetectedFault?: FaultEffect;
  /** How the run's tests compare with those of the run it repeats, if it repeats one. */
  readonly again?: RerunComparison;
  /** The results of the search for tests that close its coverage holes, if there was one. */
  readonly closing?: HoleSearchResult;
}

/** What is known about a run when it starts or is resumed. */
export interface RunStart {
  readonly request: RunRequest;
  /** The number of tests to finish; `Infinity` if only time limits the run. */
  readonly planned: number;
  /** The number of tests from earlier sessions. */
  readonly kept: number;
  /** The time that earlier sessions took, in milliseconds. */
  readonly keptMs: number;
  /** The test that has been running the longest. */
  readonly slowest: () => RunningTest | undefined;
}

/** Observes a run and can stop it. */
export interface RunWatch {
  /** Stops the run after the tests in progress. */
  readonly signal?: AbortSignal;
  /** Also drops the tests in progress. Aborted after `signal`. */
  readonly abortSignal?: AbortSignal;
  /** Called once, after the request has been checked and before the first test. */
  readonly onStart?: (start: RunStart) => void;
  readonly onProgress?: (tally: Tally, coverage: CoverageData) => void;
  /** Called when the run has to wait, ignores something from a queue, or loses a launched worker. */
  readonly onWait?: (line: string) => void;
}

/** Formats the command that reproduces a test of a run; with a hash, only if its scenario is still the same. */
export function formatReproCommand(
  { suite, overrides, wholeBuild }: RunRequest,
  { test, hash }: Pick<FailureSummary, 'test' | 'hash'>,
): string {
  const { sequence, seed } = test;
  // In a faulty build, a test gets only the faults that apply to its sequence.
  const faults = wholeBuild
    ? findApplicableFaults(findSequence(sequence, suite), overrides)
    : overrides.faults;
  return formatReproLine(
    { suite, sequence, seed, ...(hash === undefined ? {} : { hash }) },
    { ...overrides, faults },
  );
}

/** Creates the id of a run in coverage data. Runs with the same id have the same tests in the same positions. */
export function makeCoverageRunId({
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
    ...identifyList('list', list),
    ...identifyList('first', first),
    // The repeated run's stored scenarios may differ from those that the names would generate.
    ...(again === undefined ? [] : [`again#${again.runId}`]),
    ...faults,
    ...chips,
    ...formatKnobSettings(knobs),
  ].join(' ');
}

/** Identifies a list of tests by a label and a hash. Returns an empty list if there are none. */
function identifyList(label: string, tests: readonly PlannedTest[]): string[] {
  if (tests.length === 0) return [];
  return [label, scenarioHash(Buffer.from(tests.map(({ seed }) => seed).join()))];
}

/** Creates the manifest for a run that is about to start. */
export function createManifest(request: RunRequest): Manifest {
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
    ...present({ steer, gainPercentMin, ranked: ranked && { ...ranked, kills: [...ranked.kills] } }),
    shard,
    list: list === undefined ? null : [...list],
    ...present({
      wholeBuild,
      closes,
      queued: (queued ?? queue) === undefined ? undefined : (true as const),
      again,
    }),
    first: [...first],
    knownIssues: [...knownIssues],
    testSeconds: limits.ms / 1000,
    testHeapMb: limits.heapMb,
    workers,
    startedAt: new Date().toISOString(),
  };
}

/** Restores the request from a manifest, for a run in `outDir` with the given number of workers. */
export function restoreRequest(manifest: Manifest, outDir: string, workers: number): RunRequest {
  const { runId, suite, seed, count, timeSeconds, tests, chips, knobs, faults } = manifest;
  const { first, knownIssues, testSeconds, testHeapMb, suiteFile, config, steer, maxFailures } = manifest;
  const { gainPercentMin, ranked, shard, list, again, wholeBuild, closes, queued } = manifest;
  return {
    runId,
    suite,
    seed: readSeed(seed),
    overrides: { chips, knobs: parseKnobSettings(knobs), faults },
    count: count ?? Infinity,
    workers,
    outDir: getPasteablePath(outDir),
    first,
    knownIssues,
    limits: { ms: testSeconds * 1000, heapMb: testHeapMb },
    ...present({ suiteFile, config, glob: tests, timeMs: timeSeconds && timeSeconds * 1000, maxFailures }),
    ...present({ steer, gainPercentMin, ranked, shard, list, wholeBuild, closes, queued, again }),
  };
}
