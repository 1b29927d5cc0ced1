import type { CostlyTest } from '../../../regression/index.js';
import type { SummaryTable } from '../../summary-table.js';
import { type Html, h } from '../html.js';
import { commandLine, section, table } from '../parts.js';

/** The cells of the scenario matrix where they ran, the tests that cost most, and how much of final memory each sequence compared. */
export function testsSection(
  costliest: readonly CostlyTest[],
  memory: SummaryTable,
  matrix: SummaryTable | undefined,
): Html {
  return section(
    'tests',
    'Tests',
    ...(matrix === undefined
      ? []
      : [h('h3', {}, 'Scenario matrix'), table('Scenario matrix', matrix.columns, matrix.rows)]),
    h('h3', {}, 'Slowest tests, by device cycles'),
    table(
      'Slowest tests',
      [
        { title: 'test' },
        { title: 'cycles', align: 'right' },
        { title: 'waves', align: 'right' },
        { title: 'replay' },
      ],
      costliest.map(({ test, cycles, waves, repro }) => [
        test,
        cycles.toLocaleString('en-US'),
        waves.toLocaleString('en-US'),
        commandLine(repro),
      ]),
    ),
    h('h3', {}, 'Final memory compared with the sequential reference'),
    table('Final memory compared', memory.columns, memory.rows),
  );
}
