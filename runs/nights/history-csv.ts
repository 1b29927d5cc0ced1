import { type HistoryRun, runSchema } from '../history/history-run.js';

/** The columns: the start, then all others in document order. The log size is omitted, since only the history needs it. */
const COLUMNS: readonly (keyof HistoryRun)[] = [
  'startedAt',
  ...runSchema.keyof().options.filter((name) => name !== 'startedAt' && name !== 'logBytes'),
];

/** Formats one row per run, oldest first, for spreadsheets and other tools (RFC 4180). */
export function formatHistoryCsv(runs: readonly HistoryRun[]): string {
  const rows = [COLUMNS, ...runs.map((run) => COLUMNS.map((name) => run[name]))];
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

/** Formats a cell. Strings that a spreadsheet would interpret as formulas are marked as text. */
function formatCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return `${value ?? ''}`;
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
