import { type CoverageData, formatPercentage, summariseCoverage } from '../../coverage/index.js';
import { findFailureGroups } from '../../failures/groups/index.js';
import type { RunStart, RunWatch, Tally } from '../../harness/run-directory/index.js';
import {
  formatProgressLine,
  formatProgressNote,
  getStatusWidth,
  hideStatus,
  isInteractive,
  printNote,
  type RunState,
  STDERR,
  showStatus,
} from '../../harness/terminal/index.js';
import { formatNumber, formatQuantity } from '../../harness/text/index.js';
import { formatSeed } from '../../transactions/index.js';
import { describeWorkers } from '../text/phrases.js';

const INTERACTIVE_MS = 200;
const PLAIN_MS = 5000;

/** Only tests that have been running for at least this long are shown. */
const SLOW_SECONDS = 2;

/** Shows a run's progress: as a status line in a terminal, otherwise as a new line every five seconds. */
interface Progress {
  /** Reports what is running. */
  readonly start: NonNullable<RunWatch['onStart']>;
  readonly update: NonNullable<RunWatch['onProgress']>;
  readonly stop: () => void;
}

/** Creates a progress display on stderr. It reports each failure group once. */
export function makeProgress(): Progress {
  const interactive = isInteractive(STDERR);
  const groups = new GroupTracker();
  let startedAt = performance.now();
  let run: RunStart | undefined;
  let lastUpdate: { readonly tally: Tally; readonly coverage: CoverageData } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const show = (): void => {
    if (run === undefined || lastUpdate === undefined) return;
    const state = getState(run, lastUpdate.tally, lastUpdate.coverage, groups.count, startedAt);
    if (interactive) showStatus(formatProgressLine(state, getStatusWidth()));
    else printNote(formatProgressNote(state));
  };
  return {
    start(start) {
      run = start;
      startedAt = performance.now();
      printNote(formatHeadline(start));
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
      hideStatus();
    },
  };
}

/** Tracks the failure groups of an unfinished run, grouped only by cause. They may still merge or split. */
class GroupTracker {
  count = 0;
  private buckets = 0;
  /** The names of the groups already shown, and of their buckets. */
  private readonly announced = new Set<string>();

  /** Returns the groups not yet shown, each with its first test. Recomputes groups only if there are new buckets. */
  newGroups(tally: Tally): { readonly signature: string; readonly first: string }[] {
    if (tally.buckets.size === this.buckets) return [];
    this.buckets = tally.buckets.size;
    const groups = findFailureGroups({ tally });
    this.count = groups.length;
    return groups.flatMap(({ signature, buckets, maskedBy }) => {
      const names = [signature, ...(maskedBy === undefined ? buckets.map((bucket) => bucket.signature) : [])];
      const isNew = !names.some((name) => this.announced.has(name));
      for (const name of names) this.announced.add(name);
      return isNew ? [{ signature, first: buckets[0]!.first }] : [];
    });
  }
}

function formatHeadline({ request, planned, kept }: RunStart): string {
  const { suite, seed, count, timeMs, gainPercentMin, outDir, shard } = request;
  const size = [
    ...(Number.isFinite(planned) ? [formatQuantity(planned, 'test')] : []),
    ...(timeMs === undefined ? [] : [`${timeMs / 1000} s`]),
    ...(gainPercentMin === undefined ? [] : [`until saturated (${gainPercentMin}% of the bins per hour)`]),
  ].join(' or ');
  const shardText =
    shard === undefined
      ? ''
      : ` (shard ${shard.index} of ${shard.count}, ${formatQuantity(count, 'test')} in total)`;
  const resumedText = kept === 0 ? '' : `, ${formatNumber(kept)} already done`;
  return `${suite}: ${size}${shardText}${resumedText}, seed ${formatSeed(seed)}, ${describeWorkers(request)}, ${outDir}`;
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
    fraction: Math.max(tests / planned, ms / (request.timeMs ?? Infinity)),
    failed: tally.failed + tally.errors,
    groups,
    coverage: formatPercentage(summariseCoverage(coverage).percent),
    testsPerSecond: rate,
    secondsLeft: computeSecondsLeft(run, tests, rate, ms),
    slow: describeSlowTest(run.slowest()),
  };
}

/**
 * Returns the seconds until all tests are done at this rate or time is up, whichever comes first. Undefined if neither
 * is known, as before a twentieth of the tests have finished.
 */
function computeSecondsLeft(
  { request, planned, kept }: RunStart,
  tests: number,
  testsPerSecond: number,
  ms: number,
): number | undefined {
  const byTests = tests - kept < (planned - kept) / 20 ? Infinity : (planned - tests) / testsPerSecond;
  const remaining = Math.min(byTests, ((request.timeMs ?? Infinity) - ms) / 1000);
  return Number.isFinite(remaining) ? Math.max(0, remaining) : undefined;
}

function describeSlowTest(slowest: ReturnType<RunStart['slowest']>): string {
  if (slowest === undefined || slowest.seconds < SLOW_SECONDS) return '';
  const { test, others, seconds } = slowest;
  const subject = others === 0 ? test : `${test}, or one of the ${others} after it,`;
  return `${subject} running for ${Math.floor(seconds)} s`;
}
