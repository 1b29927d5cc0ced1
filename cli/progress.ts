import { SingleBar } from 'cli-progress';
import { type CoverageData, coverageSummary } from '../coverage/index.js';
import type { RunRequest, RunWatch, Tally } from '../regression/index.js';
import { formatSeed } from '../transactions/index.js';
import { isLively, printNote } from './terminal.js';

const LIVELY_MS = 200;
const PLAIN_MS = 5000;

/** Shows how far a run is: a bar on a terminal, a line every few seconds elsewhere. */
export interface Progress {
  /** Says what runs. */
  readonly start: () => void;
  readonly update: NonNullable<RunWatch['onProgress']>;
  readonly stop: () => void;
}

/** Progress of a run on stderr. */
export function makeProgress(request: RunRequest): Progress {
  const began = performance.now();
  const period = isLively(process.stderr) ? LIVELY_MS : PLAIN_MS;
  let bar: SingleBar | undefined;
  let shownAt = began;
  return {
    start() {
      printNote(headline(request));
      if (isLively(process.stderr)) bar = startBar(request);
    },
    update(tally, coverage) {
      const now = performance.now();
      if (now - shownAt < period) return;
      shownAt = now;
      const seconds = (now - began) / 1000;
      const share = doneShare(request, tally.tests, seconds);
      const facts = progressFacts(request, tally, coverage, seconds, share);
      if (bar === undefined) printNote(Object.values(facts).join(' · '));
      else bar.update(share, facts);
    },
    stop: () => bar?.stop(),
  };
}

function headline({ suite, seed, count, timeMs = 0, workers, outDir }: RunRequest): string {
  const size = Number.isFinite(count) ? `${count} tests` : `${timeMs / 1000} s`;
  return `${suite}: ${size}, seed ${formatSeed(seed)}, ${workers} workers, ${outDir}`;
}

function progressFacts(
  { count }: RunRequest,
  tally: Tally,
  coverage: CoverageData,
  seconds: number,
  share: number,
): Readonly<Record<string, string>> {
  return {
    tests: Number.isFinite(count) ? `${tally.tests}/${count}` : `${tally.tests}`,
    rate: `${Math.round(tally.tests / seconds)}/s`,
    failures: `${tally.tests - tally.passed} failed`,
    coverage: `coverage ${coverageSummary(coverage).percent.toFixed(1)} %`,
    left: share > 0 ? `${Math.ceil((seconds / share) * (1 - share))} s left` : '',
  };
}

function startBar(request: RunRequest): SingleBar {
  const bar = new SingleBar({
    format: `${request.suite} {bar} {tests} · {rate} · {failures} · {coverage} · {left}`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 24,
    gracefulExit: false,
  });
  bar.start(1, 0, { tests: '0', rate: '', failures: '0 failed', coverage: '', left: '' });
  return bar;
}

/** How much of the run is done, from 0 to 1: of its tests or of its time, whichever is further. */
function doneShare({ count, timeMs = Infinity }: RunRequest, tests: number, seconds: number): number {
  return Math.min(1, Math.max(tests / count, (seconds * 1000) / timeMs));
}
