import { SingleBar } from 'cli-progress';
import { type CoverageData, coverageSummary, percentText } from '../coverage/index.js';
import type { RunRequest, RunStart, RunWatch, Tally, TestUnderWay } from '../regression/index.js';
import { formatSeed } from '../transactions/index.js';
import { isLively, printNote } from './terminal.js';

const LIVELY_MS = 200;
const PLAIN_MS = 5000;

/** A test that has been running for less is not worth a word. */
const SLOW_SECONDS = 2;

/** Shows how far a run is: a bar on a terminal, a line every few seconds elsewhere. */
export interface Progress {
  /** Says what runs. */
  readonly start: NonNullable<RunWatch['onStart']>;
  readonly update: NonNullable<RunWatch['onProgress']>;
  readonly stop: () => void;
}

/** Progress of a run on stderr. */
export function makeProgress(): Progress {
  const period = isLively(process.stderr) ? LIVELY_MS : PLAIN_MS;
  let began = performance.now();
  let run: RunStart | undefined;
  let latest: { readonly tally: Tally; readonly coverage: CoverageData } | undefined;
  let bar: SingleBar | undefined;
  let timer: NodeJS.Timeout | undefined;
  const show = (): void => {
    if (run === undefined || latest === undefined) return;
    const { tally, coverage } = latest;
    const milliseconds = performance.now() - began;
    const facts = progressFacts(run, tally, coverage, milliseconds / 1000);
    if (bar === undefined) printNote(Object.values(facts).filter(Boolean).join(' · '));
    else bar.update(doneShare(run, tally.tests, milliseconds), facts);
  };
  return {
    start(start) {
      run = start;
      began = performance.now();
      printNote(headline(start));
      if (isLively(process.stderr)) bar = startBar(start.request);
      // Not only when a result comes: a test that takes long is then what there is to see.
      timer = setInterval(show, period);
    },
    update(tally, coverage) {
      latest = { tally, coverage };
    },
    stop() {
      clearInterval(timer);
      bar?.stop();
    },
  };
}

function headline({ request, planned, kept }: RunStart): string {
  const { suite, seed, count, timeMs, workers, outDir, shard } = request;
  const tests = Number.isFinite(planned) ? [`${planned} tests`] : [];
  const size = [...tests, ...(timeMs === undefined ? [] : [`${timeMs / 1000} s`])].join(' or ');
  const part = shard === undefined ? '' : ` (shard ${shard.index} of ${shard.count} of ${count})`;
  const before = kept === 0 ? '' : `, ${kept} already done`;
  return `${suite}: ${size}${part}${before}, seed ${formatSeed(seed)}, ${workers} workers, ${outDir}`;
}

function progressFacts(
  run: RunStart,
  tally: Tally,
  coverage: CoverageData,
  seconds: number,
): Readonly<Record<string, string>> {
  const { planned, kept } = run;
  return {
    tests: Number.isFinite(planned) ? `${tally.tests}/${planned}` : `${tally.tests}`,
    rate: `${Math.round((tally.tests - kept) / seconds)}/s`,
    failures: `${tally.tests - tally.passed} failed`,
    coverage: `coverage ${percentText(coverageSummary(coverage).percent)}`,
    left: timeLeft(run, tally.tests, seconds),
    slowest: slowTest(run.slowest()),
  };
}

/** The test that has been running longest, when that is long. */
function slowTest(slowest: TestUnderWay | undefined): string {
  if (slowest === undefined || slowest.seconds < SLOW_SECONDS) return '';
  const { test, others, seconds } = slowest;
  const batch = others === 0 ? test : `${test}, or one of the ${others} after it,`;
  return `${batch} running for ${Math.floor(seconds)} s`;
}

/** Of tests that are left at the rate of this sitting and of time that is left, the shorter one. */
function timeLeft({ request, planned, kept, keptMs }: RunStart, tests: number, seconds: number): string {
  const byTests = tests > kept ? ((planned - tests) * seconds) / (tests - kept) : Infinity;
  const byTime = ((request.timeMs ?? Infinity) - keptMs) / 1000 - seconds;
  const left = Math.min(byTests, byTime);
  return Number.isFinite(left) ? `${Math.max(0, Math.ceil(left))} s left` : '';
}

function startBar(request: RunRequest): SingleBar {
  const bar = new SingleBar({
    format: `${request.suite} {bar} {tests} · {rate} · {failures} · {coverage} · {left} {slowest}`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 24,
    gracefulExit: false,
  });
  bar.start(1, 0, { tests: '0', rate: '', failures: '0 failed', coverage: '', left: '', slowest: '' });
  return bar;
}

/** How much of the run is done, from 0 to 1: of its tests or of its time, whichever is further. */
function doneShare({ request, planned, keptMs }: RunStart, tests: number, milliseconds: number): number {
  return Math.min(1, Math.max(tests / planned, (keptMs + milliseconds) / (request.timeMs ?? Infinity)));
}
