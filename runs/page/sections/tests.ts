import { type Html, h } from '../../../harness/page/index.js';
import type { RunTestResult } from '../../../harness/run-directory/index.js';
import { formatNumber, formatQuantity, makeColumns } from '../../../harness/text/index.js';
import type { PageData } from '../page-data.js';
import { collapsed, makeFilterForm, percentBar, section, table } from '../parts.js';
import { VERDICTS } from '../test-columns.js';

const MAX_SEQUENCES = 20;

/**
 * Renders the tests section: a table of all tests, filled in by the page's script; the scenario matrix, if its
 * cells ran; where the time went; and how much final memory was compared for each sequence.
 */
export function renderTestsSection({ results, summary }: PageData): Html {
  const { memory, matrix } = summary;
  return section(
    'tests',
    'Tests',
    ...(results.length === 0
      ? [h('p', {}, "The tests are not listed: their names are only in this run's suite file.")]
      : renderTests(results)),
    ...(matrix === undefined
      ? []
      : [h('h3', {}, 'Scenario matrix'), table('Scenario matrix', matrix.columns, matrix.rows)]),
    ...renderTimes(results),
    h('h3', {}, 'Final memory compared with the sequential reference'),
    collapsed(
      formatQuantity(memory.rows.length, 'sequence'),
      table('Final memory compared', memory.columns, memory.rows),
    ),
  );
}

function renderTests(results: readonly RunTestResult[]): Html[] {
  const outcomes = new Set(results.map(({ outcome }) => outcome));
  const options = [
    ['all', 'all tests'],
    ...(outcomes.size > 1 || !outcomes.has('passed') ? [['not-passed', 'not passed'] as const] : []),
    ...VERDICTS.map((verdict) => [verdict, verdict] as const),
  ] as const;
  return [
    makeFilterForm(
      { class: 'filter', id: 'tests-filter', role: 'search', 'aria-label': 'Filter tests' },
      { type: 'search', name: 'words', placeholder: 'name, cause, chip or seed' },
      { name: 'verdict' },
      options,
    ),
    h('div', {
      id: 'tests-table',
      class: 'scroll',
      tabindex: 0,
      role: 'region',
      'aria-label': 'List of tests',
    }),
    h('div', { id: 'tests-pages', class: 'pages' }),
    h('noscript', {}, 'The list of tests needs JavaScript; results.json contains all tests.'),
  ];
}

/** Renders a table of host time by sequence, longest first. Empty if the times are unknown. */
function renderTimes(results: readonly RunTestResult[]): Html[] {
  const times = new Map<string, { tests: number; seconds: number; longest: number }>();
  let total = 0;
  for (const { test, seconds } of results) {
    if (seconds === undefined) continue;
    const entry = times.get(test.sequence) ?? { tests: 0, seconds: 0, longest: 0 };
    times.set(test.sequence, entry);
    entry.tests++;
    entry.seconds += seconds;
    entry.longest = Math.max(entry.longest, seconds);
    total += seconds;
  }
  if (total === 0) return [];
  const rows = [...times].sort((a, b) => b[1].seconds - a[1].seconds).slice(0, MAX_SEQUENCES);
  return [
    h('h3', {}, 'Time by sequence'),
    collapsed(
      `${formatSeconds(total)} in ${formatQuantity(times.size, 'sequence')}`,
      table(
        'Time by sequence',
        makeColumns('sequence', '>tests', '>time', '>longest', 'share'),
        rows.map(([name, { tests, seconds, longest }]) => [
          ...[name, formatNumber(tests), formatSeconds(seconds), formatSeconds(longest)],
          renderShare((100 * seconds) / total),
        ]),
      ),
    ),
  ];
}

function renderShare(percent: number): Html {
  return h('span', {}, percentBar(percent, 'plain'), `${percent.toFixed(1)}%`);
}

function formatSeconds(value: number): string {
  return `${value.toLocaleString('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} s`;
}
