import { formatPercentage } from '../../coverage/index.js';
import {
  type Colours,
  type Column,
  formatMinute,
  formatNumber,
  formatQuantity,
  formatTextTable,
  makeColumns,
} from '../../harness/text/index.js';
import { escapeAllStrings } from '../../transactions/index.js';
import type { HistoryBug } from '../history/bugs.js';
import type { History } from '../history/history.js';

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
  '>coverage',
  '>tests/s',
);

/**
 * Formats the output of `report` for a folder of runs: a line per run, then each failure
 * group with the command that reproduces it. Invisible characters in names are escaped.
 */
export function formatHistory(history: History, colour: Colours): string {
  const { runs: allRuns, groups, skipped } = escapeAllStrings(history);
  const runs = allRuns.slice(-MAX_RUNS_SHOWN);
  const hidden = groups.length - MAX_GROUPS_SHOWN;
  return [
    formatTextTable(COLUMNS, runs.map(formatRunRow)),
    ...(groups.length === 0 ? [] : ['']),
    ...groups.slice(0, MAX_GROUPS_SHOWN).flatMap((group) => formatGroupLines(group, colour)),
    ...(hidden > 0 ? [`${formatQuantity(hidden, 'more failure group')}; use --json to see all`] : []),
    ...skipped.map(({ directory, reason }) => `skipped  ${directory}: ${reason}`),
  ].join('\n');
}

function formatRunRow(run: History['runs'][number]): string[] {
  return [
    formatMinute(run.startedAt),
    run.directory,
    run.selection,
    run.endedBy,
    formatNumber(run.tests),
    formatPercentage(run.passRate),
    // Some runs' tests do not count towards coverage.
    run.coverage === 0 ? '–' : formatPercentage(run.coverage),
    run.testsPerSecond.toFixed(1),
  ];
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
