import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { present } from '../../arch/index.js';
import { TRACE_NAME } from '../../harness/basics/index.js';
import type { ReplayResult, TracedLine } from '../../harness/one-test/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { readViewerScript } from '../../harness/terminal/index.js';
import { type Excerpt, scenarioLine, type Transaction, UsageError } from '../../transactions/index.js';
import { packRun } from '../viewer/viewer-data.js';
import { renderViewerPage } from '../viewer/viewer-page.js';
import { formatRunVcd } from '../waves/run-vcd.js';
import type { Window } from '../waves/vcd.js';
import type { TraceKind } from './trace-options.js';

interface TraceRequest {
  readonly kinds: readonly TraceKind[];
  readonly folder: string;
  /** All transactions up to the end of the window. */
  readonly lines: readonly TracedLine[];
  readonly waves: readonly number[] | undefined;
  /** The requested cycles, or undefined for all. */
  readonly window: Window | undefined;
  /** The command that replays the test. */
  readonly repro: string;
}

/**
 * Writes the trace of a replay in every requested format and returns the file paths. The files share a base name, which
 * is numbered to avoid overwriting existing traces. Throws `UsageError` for a window that starts after the end of the
 * run.
 */
export function writeTraces(request: TraceRequest, result: ReplayResult): string[] {
  const { cycles } = result.run;
  if (request.window !== undefined && request.window.first > cycles)
    throw new UsageError(
      `Empty --window: it starts at cycle ${request.window.first}, but the run ends at ${cycles}`,
    );
  const base = findFreeName(request);
  return request.kinds.map((kind) => {
    const file = join(request.folder, `${base}.${kind}`);
    writeAtomic(file, FORMATS[kind](request, result));
    return file;
  });
}

const FORMATS: Readonly<
  Record<TraceKind, (request: TraceRequest, result: ReplayResult) => string | Uint8Array>
> = {
  html: renderPage,
  jsonl: formatJsonLines,
  vcd: (request, { scenario, verdict }) =>
    formatRunVcd({
      scenario,
      transactions: request.lines.map(({ line }) => JSON.parse(line) as Transaction),
      violations: verdict.violations,
      ...present({ window: request.window }),
      excerpt: getExcerpt(request),
    }),
};

/** Returns the part of the run that was asked for. */
function getExcerpt({ waves, window }: TraceRequest): Excerpt {
  return present({ waves, cycles: window && ([window.first, window.last] as const) });
}

function renderPage(
  { lines, window, repro }: TraceRequest,
  { scenario, verdict, witness }: ReplayResult,
): string {
  const { violations } = verdict;
  return renderViewerPage(
    packRun({ scenario, lines, violations, waves: witness?.waves ?? [], window }),
    repro,
    readViewerScript(),
  );
}

function formatJsonLines(request: TraceRequest, { scenario }: ReplayResult): string {
  const { lines, window } = request;
  const { first, last } = window ?? { first: 0, last: Infinity };
  const firstLine = scenarioLine(scenario, getExcerpt(request));
  return firstLine + lines.flatMap(({ cycle, line }) => (cycle < first || cycle > last ? [] : line)).join('');
}

/** Returns the first name for which none of the requested files exists. */
function findFreeName({ folder, kinds }: TraceRequest): string {
  for (let number = 1; ; number++) {
    const base = number === 1 ? TRACE_NAME : `${TRACE_NAME}-${number}`;
    if (!kinds.some((kind) => existsSync(join(folder, `${base}.${kind}`)))) return base;
  }
}
