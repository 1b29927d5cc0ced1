import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatOneLine, InfrastructureError, TRACE_NAME } from '../../harness/basics/index.js';
import type { ReplayResult, TracedLine } from '../../harness/one-test/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { readViewerScript } from '../../harness/terminal/index.js';
import { type Excerpt, scenarioLine, type Transaction, UsageError } from '../../transactions/index.js';
import { type OverlaidRun, packRun } from '../viewer/viewer-data.js';
import { renderViewerPage } from '../viewer/viewer-page.js';
import { createTraceFiles, type TracedRun, type TraceFile } from '../waves/trace-files.js';
import type { Window } from '../waves/vcd.js';
import type { ComparedRun } from './compared-run.js';
import { FST_WRITER, type TraceKind } from './trace-options.js';

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
  /** The run to overlay on this one in the HTML page. */
  readonly against: ComparedRun | undefined;
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
  const run = makeTracedRun(request, result);
  const files = request.kinds.flatMap((kind) => makeFiles(kind, request, run));
  const base = findFreeName(request.folder, files);
  return files.map(({ extension, content }) => {
    const file = join(request.folder, `${base}.${extension}`);
    if (extension === 'fst') writeFst(file, content(base));
    else writeAtomic(file, content(base));
    return file;
  });
}

function makeTracedRun(request: TraceRequest, result: ReplayResult): TracedRun {
  const { kinds, lines, window } = request;
  const { scenario, verdict, witness } = result;
  const isJsonOnly = kinds.every((kind) => kind === 'jsonl' || kind === 'html');
  return {
    scenario,
    transactions: isJsonOnly ? [] : lines.map(({ line }) => JSON.parse(line) as Transaction),
    violations: verdict.violations,
    waves: witness?.waves ?? [],
    ...(window === undefined ? {} : { window }),
    excerpt: getExcerpt(request),
  };
}

/** Returns the part of the run that was asked for. */
function getExcerpt({ waves, window }: TraceRequest): Excerpt {
  return {
    ...(waves === undefined ? {} : { waves }),
    ...(window === undefined ? {} : { cycles: [window.first, window.last] }),
  };
}

function makeFiles(kind: TraceKind, request: TraceRequest, run: TracedRun): TraceFile[] {
  switch (kind) {
    case 'html':
      return [{ extension: 'html', content: () => renderPage(request, run) }];
    case 'jsonl':
      return [{ extension: 'jsonl', content: () => formatJsonLines(request, run.scenario) }];
    case 'fst':
      return [{ ...createTraceFiles('vcd', run)[0]!, extension: 'fst' }];
    default:
      return createTraceFiles(kind, run);
  }
}

function renderPage(
  { lines, window, repro, against }: TraceRequest,
  { scenario, violations, waves }: TracedRun,
): string {
  const other = against && makeOverlaidRun(against);
  return renderViewerPage(
    packRun({ scenario, lines, violations, waves, window, other }),
    repro,
    readViewerScript(),
  );
}

/** Returns the other run in the form that the viewer needs to overlay it on this one. */
export function makeOverlaidRun({ result, transactions, repro, sharesChoices }: ComparedRun): OverlaidRun {
  return {
    scenario: result.scenario,
    lines: transactions,
    violations: result.verdict.violations,
    repro,
    sharesChoices,
  };
}

function formatJsonLines(request: TraceRequest, scenario: ReplayResult['scenario']): string {
  const { lines, window } = request;
  const { first, last } = window ?? { first: 0, last: Infinity };
  const firstLine = scenarioLine(scenario, getExcerpt(request));
  return firstLine + lines.flatMap(({ cycle, line }) => (cycle < first || cycle > last ? [] : line)).join('');
}

/** Converts a VCD to FST, a compressed format, using GTKWave's converter, and writes it. */
function writeFst(file: string, vcd: string | Uint8Array): void {
  const folder = mkdtempSync(join(dirname(file), '.fst-'));
  try {
    const [from, to] = [join(folder, 'trace.vcd'), join(folder, 'trace.fst')];
    writeAtomic(from, vcd);
    const { status, stderr } = spawnSync(FST_WRITER.tool, [from, to], { encoding: 'utf8' });
    if (status !== 0)
      throw new InfrastructureError(
        `Cannot write "${file}": ${FST_WRITER.tool} failed: ${formatOneLine(stderr)}`,
      );
    renameSync(to, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the first name for which none of the given files exists. */
function findFreeName(folder: string, files: readonly TraceFile[]): string {
  for (let number = 1; ; number++) {
    const base = number === 1 ? TRACE_NAME : `${TRACE_NAME}-${number}`;
    if (!files.some(({ extension }) => existsSync(join(folder, `${base}.${extension}`)))) return base;
  }
}
