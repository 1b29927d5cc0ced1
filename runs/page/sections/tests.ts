import { type Html, h } from '../../../harness/page/index.js';
import { formatReproLine, formatTestId } from '../../../harness/selection/index.js';
import { formatNumber, formatQuantity, makeColumns } from '../../../harness/text/index.js';
import type { PageData } from '../page-data.js';
import { collapsed, commandLine, section, table } from '../parts.js';

const MAX_SLOWEST = 20;

/**
 * Renders the tests section: the slowest tests; the scenario matrix, if its cells ran; and how much final memory was
 * compared for each sequence.
 */
export function renderTestsSection(page: PageData): Html {
  const { results, summary } = page;
  const { memory, matrix } = summary;
  return section(
    'tests',
    'Tests',
    ...(results.length === 0
      ? [h('p', {}, "The tests are not listed: their names are only in this run's suite file.")]
      : renderSlowest(page)),
    ...(matrix === undefined
      ? []
      : [h('h3', {}, 'Scenario matrix'), table('Scenario matrix', matrix.columns, matrix.rows)]),
    h('h3', {}, 'Final memory compared with the sequential reference'),
    collapsed(
      formatQuantity(memory.rows.length, 'sequence'),
      table('Final memory compared', memory.columns, memory.rows),
    ),
  );
}

/** Renders a table of the slowest tests, each with its replay line. Empty if the times are unknown. */
function renderSlowest({ results, report: { request } }: PageData): Html[] {
  const timed = results.flatMap((result) =>
    result.seconds === undefined ? [] : [{ ...result, seconds: result.seconds }],
  );
  if (timed.length === 0) return [];
  const slowest = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOWEST);
  return [
    h('h3', {}, 'Slowest tests'),
    h('p', { class: 'quiet' }, 'results.json has all tests.'),
    collapsed(
      formatQuantity(slowest.length, 'test'),
      table(
        'Slowest tests',
        makeColumns('test', '>time', '>cycles', '>waves', 'replay'),
        slowest.map(({ test, seconds, cycles, waves }) => [
          formatTestId(test),
          ...[formatSeconds(seconds), formatNumber(cycles), formatNumber(waves)],
          commandLine(formatReproLine({ ...test, suite: request.suite }, request.overrides)),
        ]),
      ),
    ),
  ];
}

function formatSeconds(value: number): string {
  return `${value.toLocaleString('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} s`;
}
