import type { HistoryEntry } from '../history/history-run.js';

type Run = HistoryEntry['run'];

/** Formats one row per run, oldest first, for spreadsheets and other tools (RFC 4180). */
export function formatHistoryCsv(runs: readonly Run[]): string {
  const columns = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const rows = [columns, ...runs.map((run) => columns.map((name) => run[name]))];
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

/** The columns in order. The log size is omitted, since only the history needs it. */
const COLUMNS: Readonly<Record<keyof Omit<Run, 'logBytes'>, true>> = {
  startedAt: true,
  directory: true,
  runId: true,
  selection: true,
  alike: true,
  seed: true,
  endedBy: true,
  tests: true,
  passed: true,
  failed: true,
  errors: true,
  seconds: true,
  workers: true,
  testsPerSecond: true,
  wavesPerSecond: true,
  coverage: true,
  flaky: true,
  rulesArmed: true,
  commit: true,
  dirty: true,
};

/** Formats a cell. Strings that a spreadsheet would interpret as formulas are marked as text. */
function formatCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return `${value ?? ''}`;
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
