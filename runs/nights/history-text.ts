import { formatPercentage } from '../../coverage/index.js';
import {
  type Colours,
  type Column,
  formatMinute,
  formatQuantity,
  formatSignedNumber,
  formatTextTable,
  makeColumns,
} from '../../harness/text/index.js';
import { escapeAllStrings } from '../../transactions/index.js';
import type { HistoryBug } from '../history/bugs.js';
import type { History, RunFigures, Trend } from '../history/history.js';
import { type HistoryRun, runSchema } from '../history/history-run.js';

/** The columns: the start, then all others in document order. The log size is omitted, since only the history needs it. */
const CSV_COLUMNS: readonly (keyof HistoryRun)[] = [
  'startedAt',
  ...runSchema.keyof().options.filter((name) => name !== 'startedAt' && name !== 'logBytes'),
];

/** Formats one row per run, oldest first, for spreadsheets and other tools (RFC 4180). */
export function formatHistoryCsv(runs: readonly HistoryRun[]): string {
  const rows = [CSV_COLUMNS, ...runs.map((run) => CSV_COLUMNS.map((name) => run[name]))];
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

/** Formats a cell. Strings that a spreadsheet would interpret as formulas are marked as text. */
function formatCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return `${value ?? ''}`;
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The maximum number of runs to print. The JSON document has more. */
const MAX_RUNS_SHOWN = 20;
/** The maximum number of failure groups to print. The JSON document has all of them. */
const MAX_GROUPS_SHOWN = 20;

const COLUMNS: readonly Column[] = makeColumns(
  'started',
  'run',
  'selection',
  'ended by',
  '>tests',
  '>passed',
  '>±',
  '>coverage',
  '>±',
  '>tests/s',
  '>±',
);

/**
 * Formats the output of `report` for a folder of runs: a line per run, a line per trend, then each failure
 * group with the command that reproduces it. Invisible characters in names are escaped.
 */
export function formatHistory(history: History, colour: Colours): string {
  const { runs: allRuns, trends, groups, skipped } = escapeAllStrings(history);
  const runs = allRuns.slice(-MAX_RUNS_SHOWN);
  const hidden = groups.length - MAX_GROUPS_SHOWN;
  return [
    formatTextTable(COLUMNS, runs.map(formatRunRow)),
    ...(trends.length === 0 ? [] : ['', ...trends.map(formatTrendLine)]),
    ...(groups.length === 0 ? [] : ['']),
    ...groups.slice(0, MAX_GROUPS_SHOWN).flatMap((group) => formatGroupLines(group, colour)),
    ...(hidden > 0 ? [`${formatQuantity(hidden, 'more failure group')}; use --json to see all`] : []),
    ...skipped.map(({ directory, reason }) => `skipped  ${directory}: ${reason}`),
  ].join('\n');
}

function formatRunRow(run: History['runs'][number]): string[] {
  const { before } = run;
  const change = (name: keyof RunFigures): string =>
    before === null ? '' : formatSignedNumber(run[name] - before[name], 1);
  return [
    formatMinute(run.startedAt),
    run.directory,
    run.selection,
    run.endedBy,
    `${run.tests}`,
    formatPercentage(run.passRate),
    change('passRate'),
    // Some runs' tests do not count towards coverage.
    ...(run.coverage === 0 ? ['–', ''] : [formatPercentage(run.coverage), change('coverage')]),
    run.testsPerSecond.toFixed(1),
    change('testsPerSecond'),
  ];
}

function formatTrendLine({ selection, runs, newest, mean }: Trend): string {
  const before = runs === 1 ? 'previous run' : `mean of the ${runs} previous runs`;
  const format = (figures: RunFigures): string =>
    `${formatPercentage(figures.passRate)} passed, coverage ${formatPercentage(figures.coverage)}, ${figures.testsPerSecond.toFixed(1)} tests/s`;
  return `trend  ${selection}: ${format(newest)}; ${before}: ${format(mean)}`;
}

function formatGroupLines(group: HistoryBug, colour: Colours): string[] {
  const { state, signature, selection, tests, runs, oldest, newest, fixedIn, repro, smallest, waves } = group;
  const paint = { new: colour.red, back: colour.red, open: colour.yellow, fixed: colour.green }[state];
  const fix =
    fixedIn === undefined ? '' : `, ${state === 'fixed' ? '' : 'was '}fixed in ${fixedIn.directory}`;
  const sightings =
    runs === 1
      ? `seen in ${newest.directory}`
      : `seen in ${runs} runs, first in ${oldest.directory}, last in ${newest.directory}`;
  return [
    `${paint(state.padEnd(5))}  ${signature}  ${formatQuantity(tests, 'test')} of ${selection}, ${sightings}${fix}`,
    `       ${repro}  (${smallest}, ${formatQuantity(waves, 'wave')})`,
  ];
}
