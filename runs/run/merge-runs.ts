import { cpSync, existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { findMax } from '../../arch/index.js';
import { createEmptyCoverage, foldCoverage, mergeCoverage } from '../../coverage/index.js';
import { getFailureFolder, isTrace, RUN_FILES, today } from '../../harness/basics/index.js';
import type { FailureSummary } from '../../harness/one-test/index.js';
import { formatOrigin, listValidIssues, type Manifest } from '../../harness/records/index.js';
import {
  createManifest,
  type EndedEvent,
  formatReproCommand,
  getPlannedSpan,
  listHashes,
  makeCoverageRunId,
  openPastRun,
  type PastRun,
  type RunEnd,
  type RunReport,
  type RunRequest,
  restoreRequest,
  Tally,
} from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import type { LoggedResult } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { RunStore } from './run-store.js';

/** A batch and the run that it comes from. */
interface Piece {
  readonly result: LoggedResult;
  readonly from: PastRun;
}

/**
 * Merges shards and partial runs of one plan into one run directory, which is identical to that of an uninterrupted
 * run except for timings. If tests are missing, the run is `incomplete`. The order of the directories does not matter.
 * Throws `UsageError` for runs of different plans, versions or known issues, for partially overlapping runs, and for
 * tests with different results.
 */
export function mergeRuns(directories: readonly string[], outDir: string): RunReport {
  const runs = directories.map(openPastRun).sort(compareRuns);
  const fullRequest = combineRequests(runs, outDir);
  const pieces = sortPieces(runs);
  const request = { ...fullRequest, workers: countWorkers(pieces) };
  const store = RunStore.create(outDir, { ...createManifest(request), startedAt: findEarliestStart(runs) });
  try {
    store.note({ event: 'merged', from: runs.map(({ directory }) => resolve(directory)) });
    const tally = new Tally();
    let coverage = createEmptyCoverage();
    const formatRepro = (failure: FailureSummary): string => formatReproCommand(request, failure);
    for (const { result, from } of pieces) {
      const copied = result.failures.map((failure) => copyFailure(failure, from.directory, store));
      store.logCopied(result, from.elapsedMs, Object.assign({}, ...copied));
      tally.add({ ...result, elapsedMs: from.elapsedMs }, formatRepro);
      if (result.coverage !== undefined) coverage = foldCoverage(mergeCoverage(coverage, result.coverage));
    }
    for (const { directory } of runs) copyOutputs(directory, outDir);
    const end = getEnd(pieces, request.count);
    const seconds = findMax(runs.map(({ ended, elapsedMs }) => ended?.seconds ?? elapsedMs / 1000));
    const peak = getPeak(runs);
    store.finish({ ...makeEndedEvent(tally.tests, end, seconds, request.workers), ...peak }, coverage);
    return { request, tally, coverage, end, seconds, ...peak, kept: 0 };
  } finally {
    store.release();
  }
}

/** Orders runs by when they started, then finished ones before killed ones, so that no argument's place decides. */
function compareRuns(a: PastRun, b: PastRun): number {
  const getKey = ({ manifest, ended, directory }: PastRun): string =>
    [manifest.startedAt, ended === undefined ? 1 : 0, resolve(directory)].join(' ');
  return getKey(a) < getKey(b) ? -1 : 1;
}

function makeEndedEvent(tests: number, by: RunEnd, seconds: number, workers: number): EndedEvent {
  return { event: 'ended', tests, by, seconds, kept: 0, workers };
}

function getPeak(runs: readonly PastRun[]): Pick<EndedEvent, 'peakBytes'> {
  const peaks = runs.flatMap(({ ended }) => ended?.peakBytes ?? []);
  return peaks.length === 0 ? {} : { peakBytes: findMax(peaks) };
}

function combineRequests(runs: readonly PastRun[], outDir: string): RunRequest {
  const [first, ...others] = runs.map(({ manifest }) => manifest);
  for (const [index, other] of others.entries()) {
    const difference = findDifference(first!, other);
    if (difference === undefined) continue;
    throw new UsageError(
      `Cannot merge "${runs[0]!.directory}" and "${runs[index + 1]!.directory}": ${difference}; only parts of the same run can be merged`,
    );
  }
  const { shard: _, ...fullRequest } = restoreRequest(first!, outDir, first!.workers);
  const knownIssues = listValidIssues(first!.knownIssues, today());
  return { ...fullRequest, knownIssues, runId: basename(resolve(outDir)) };
}

/** Returns the total number of workers in all runs that contributed tests, or 1 for none. A run listed twice counts once. */
function countWorkers(pieces: readonly Piece[]): number {
  const sources = new Set(pieces.map(({ from }) => from));
  return [...sources].reduce((sum, { manifest }) => sum + manifest.workers, 0) || 1;
}

function findDifference(a: Manifest, b: Manifest): string | undefined {
  const getFields = (manifest: Manifest): [name: string, value: string][] => [
    ['version', manifest.version],
    ['commit', formatOrigin(manifest)],
    ['tests', makeCoverageRunId(restoreRequest(manifest, '', 1))],
    ['count', `${manifest.count}`],
    ['known issues', JSON.stringify(manifest.knownIssues)],
  ];
  const other = getFields(b);
  const index = getFields(a).findIndex(([, value], row) => value !== other[row]![1]);
  return index < 0
    ? undefined
    : `they differ in ${other[index]![0]}: "${getFields(a)[index]![1]}" and "${other[index]![1]}"`;
}

/** Returns the batches in plan order, without duplicate tests. Ignores a run if another contains all of its tests. */
function sortPieces(runs: readonly PastRun[]): Piece[] {
  const pieces = runs.flatMap((from) => Array.from(from.results(), (result): Piece => ({ result, from })));
  const candidates = runs.map((run) => ({
    run,
    tests: new Set(pieces.filter(({ from }) => from === run).flatMap(getPositions)),
  }));
  const kept = candidates.filter(
    ({ tests }, index) =>
      !candidates.some(
        (other, otherIndex) =>
          otherIndex !== index &&
          [...tests].every((position) => other.tests.has(position)) &&
          (other.tests.size > tests.size || otherIndex < index),
      ),
  );
  rejectDifferentResults(pieces);
  const runByPosition = new Map<number, PastRun>();
  for (const { run, tests } of kept) {
    for (const position of tests) {
      const owner = runByPosition.get(position);
      if (owner !== undefined) throw makeOverlapError(owner, run, position);
      runByPosition.set(position, run);
    }
  }
  return pieces
    .filter(({ from }) => kept.some(({ run }) => run === from))
    .sort((a, b) => a.result.first - b.result.first);
}

/** Throws `UsageError` if a test has different results in two runs: choosing one would make up the verdict. */
function rejectDifferentResults(pieces: readonly Piece[]): void {
  const seen = new Map<number, { readonly text: string; readonly from: PastRun }>();
  for (const piece of pieces) {
    const { result, from } = piece;
    const signatures = result.failures.map(({ signature }) => signature).values();
    for (const [row, position] of getPositions(piece).entries()) {
      const signature = result.outcomes[row] === 0 ? '' : signatures.next().value;
      const text = [result.outcomes[row], result.waves[row], result.cycles[row], signature].join(' ');
      const other = seen.get(position) ?? { text, from };
      if (other.text !== text)
        throw new UsageError(
          `Cannot merge "${other.from.directory}" and "${from.directory}": test number ${position} of the plan has different results in them; rerun it to find out why, and leave out the wrong one`,
        );
      seen.set(position, other);
    }
  }
}

function getPositions({ result }: Piece): number[] {
  return Array.from(result.outcomes, (_, row) => result.first + row);
}

function makeOverlapError(a: PastRun, b: PastRun, position: number): UsageError {
  return new UsageError(
    `Cannot merge "${a.directory}" and "${b.directory}": both have test number ${position} of the plan, and neither contains all of the other's tests; resume one and leave out the other`,
  );
}

/**
 * Returns why the merged run ended. Missing tests are accounted for only if a part whose plan has them ended as intended:
 * if no part has them, or a part was killed, the merged run is incomplete.
 */
function getEnd(pieces: readonly Piece[], count: number): RunEnd {
  const tests = pieces.reduce((sum, { result }) => sum + result.outcomes.length, 0);
  if (tests === count) return 'count';
  const runs = [...new Set(pieces.map(({ from }) => from))];
  let planned = 0;
  const spans = runs.map(({ manifest }) => getPlannedSpan(restoreRequest(manifest, '', 1)));
  for (const [first, end] of spans.sort((a, b) => a[0] - b[0]))
    if (first <= planned) planned = Math.max(planned, end);
  if (planned < count) return 'incomplete';
  const ends = runs.map(({ ended }) => ended?.by ?? 'incomplete');
  const unfinished = (['incomplete', 'interrupted'] as const).find((end) => ends.includes(end));
  return unfinished ?? ends.find((end) => end !== 'count') ?? 'incomplete';
}

function findEarliestStart(runs: readonly PastRun[]): string {
  return runs.map(({ manifest }) => manifest.startedAt).sort()[0]!;
}

/**
 * Copies a stored failure and returns the hashes for the run's log. Failures arrive in plan order, so the same ones are
 * stored as in an uninterrupted run. Traces are not copied, since the merged run decides which failures get one.
 */
function copyFailure(
  { signature, test }: FailureSummary,
  directory: string,
  store: RunStore,
): Readonly<Record<string, string>> {
  const folder = getFailureFolder(signature, formatTestId(test));
  const source = join(directory, folder);
  if (!store.claimSlot(signature) || !existsSync(source)) return {};
  const filter = (path: string): boolean => !isTrace(basename(path));
  cpSync(source, join(store.directory, folder), { recursive: true, filter });
  return listHashes(directory, folder);
}

function copyOutputs(from: string, to: string): void {
  const folder = join(from, RUN_FILES.outputs);
  if (existsSync(folder)) cpSync(folder, join(to, RUN_FILES.outputs), { recursive: true });
}
