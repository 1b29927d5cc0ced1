import {
  endStatus,
  isInteractive,
  printNote,
  progressLine,
  progressNote,
  type RunState,
  STDERR,
  showStatus,
  statusWidth,
} from '../../base/terminal/index.js';
import { counted, numberText } from '../../base/text/index.js';
import { type CoverageData, coverageSummary, percentText } from '../../coverage/index.js';
import { groupsOfRun } from '../../failures/groups/index.js';
import type { RunningTest, RunStart, RunWatch, Tally } from '../../harness/run-directory/index.js';
import { formatSeed } from '../../transactions/index.js';
import { workersText } from '../text/workers-text.js';

const INTERACTIVE_MS = 200;
const PLAIN_MS = 5000;

/** A test is only named if it has been running for at least this long. */
const SLOW_SECONDS = 2;

/** Shows a run's progress: as a status line in a terminal, or elsewhere as a new line every five seconds. */
export interface Progress {
  /** Reports what is running. */
  readonly start: NonNullable<RunWatch['onStart']>;
  readonly update: NonNullable<RunWatch['onProgress']>;
  readonly stop: () => void;
}

/** Creates a progress display on stderr. It mentions each failure group once. */
export function makeProgress(): Progress {
  const interactive = isInteractive(STDERR);
  const groups = new GroupsSoFar();
  let startedAt = performance.now();
  let run: RunStart | undefined;
  let lastUpdate: { readonly tally: Tally; readonly coverage: CoverageData } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const show = (): void => {
    if (run === undefined || lastUpdate === undefined) return;
    const state = getState(run, lastUpdate.tally, lastUpdate.coverage, groups.count, startedAt);
    if (interactive) showStatus(progressLine(state, statusWidth()));
    else printNote(progressNote(state));
  };
  return {
    start(start) {
      run = start;
      startedAt = performance.now();
      printNote(headline(start));
      // Redraw between results too, to show a slow test.
      timer = setInterval(show, interactive ? INTERACTIVE_MS : PLAIN_MS);
    },
    update(tally, coverage) {
      lastUpdate = { tally, coverage };
      for (const { signature, first } of groups.newGroups(tally))
        printNote(`failed: ${signature}, in ${first}`);
    },
    stop() {
      clearInterval(timer);
      endStatus();
    },
  };
}

/** The failure groups of an unfinished run, by cause only. They may still merge or split. */
class GroupsSoFar {
  count = 0;
  private buckets = 0;
  /** The names of groups already shown and of their buckets. */
  private readonly announced = new Set<string>();

  /** Returns the groups not yet shown, with their first tests. Only recomputed if there are new buckets. */
  newGroups(tally: Tally): { readonly signature: string; readonly first: string }[] {
    if (tally.buckets.size === this.buckets) return [];
    this.buckets = tally.buckets.size;
    const groups = groupsOfRun({ tally });
    this.count = groups.length;
    return groups.flatMap(({ signature, buckets, shownBy }) => {
      const names = [signature, ...(shownBy === undefined ? buckets.map((bucket) => bucket.signature) : [])];
      const isNew = !names.some((name) => this.announced.has(name));
      for (const name of names) this.announced.add(name);
      return isNew ? [{ signature, first: buckets[0]!.first }] : [];
    });
  }
}

function headline({ request, planned, kept }: RunStart): string {
  const { suite, seed, count, timeMs, gainPercentMin, outDir, shard } = request;
  const size = [
    ...(Number.isFinite(planned) ? [counted(planned, 'test')] : []),
    ...(timeMs === undefined ? [] : [`${timeMs / 1000} s`]),
    ...(gainPercentMin === undefined ? [] : [`until saturated (${gainPercentMin}% of the bins an hour)`]),
  ].join(' or ');
  const shardText =
    shard === undefined ? '' : ` (shard ${shard.index} of ${shard.count} of ${numberText(count)})`;
  const keptText = kept === 0 ? '' : `, ${numberText(kept)} already done`;
  return `${suite}: ${size}${shardText}${keptText}, seed ${formatSeed(seed)}, ${workersText(request)}, ${outDir}`;
}

function getState(
  run: RunStart,
  tally: Tally,
  coverage: CoverageData,
  groups: number,
  startedAt: number,
): RunState {
  const { request, planned, kept, keptMs } = run;
  const now = performance.now();
  const ms = keptMs + now - startedAt;
  const { tests } = tally;
  const rate = (1000 * (tests - kept)) / Math.max(1, now - startedAt);
  return {
    suite: request.suite,
    tests,
    planned,
    share: Math.max(tests / planned, ms / (request.timeMs ?? Infinity)),
    failed: tally.failed + tally.errors,
    groups,
    coverage: percentText(coverageSummary(coverage).percent),
    testsPerSecond: rate,
    secondsLeft: secondsLeft(run.secondsLeft(), request.timeMs, ms),
    slow: slowTest(run.slowest()),
  };
}

/** The seconds needed for the remaining tests or left in the run, whichever is less. Undefined if neither is known. */
function secondsLeft(
  byTests: number | undefined,
  timeMs: number | undefined,
  ms: number,
): number | undefined {
  const byTime = timeMs === undefined ? Infinity : (timeMs - ms) / 1000;
  const left = Math.min(byTests ?? Infinity, byTime);
  return Number.isFinite(left) ? Math.max(0, left) : undefined;
}

/** Describes the test that has been running the longest, if it is slow. */
function slowTest(slowest: RunningTest | undefined): string {
  if (slowest === undefined || slowest.seconds < SLOW_SECONDS) return '';
  const { test, others, seconds } = slowest;
  const subject = others === 0 ? test : `${test}, or one of the ${others} after it,`;
  return `${subject} running for ${Math.floor(seconds)} s`;
}
