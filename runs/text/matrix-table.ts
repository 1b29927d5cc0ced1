import { GENERATIONS } from '../../arch/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { makeColumns, type SummaryTable } from '../../harness/text/index.js';
import { MATRIX_SUITE } from '../../stimulus/index.js';
import { type CellOutcome, collectMatrixResults } from '../run/matrix-results.js';

/** Builds a table of the scenario matrix's cells by generation; undefined for runs of other suites. */
export function buildMatrixTable({
  request,
  tally,
}: Pick<RunReport, 'request' | 'tally'>): SummaryTable | undefined {
  if (request.suite !== MATRIX_SUITE) return undefined;
  return {
    columns: makeColumns('cell', 'description', ...GENERATIONS),
    rows: collectMatrixResults(tally.sequences).map(({ cell, title, outcomes }) => [
      cell,
      title,
      ...GENERATIONS.map((gfx) => describeOutcome(outcomes[gfx])),
    ]),
  };
}

function describeOutcome(outcome: CellOutcome): string {
  switch (outcome.kind) {
    case 'pass':
      return 'pass';
    case 'expected':
      return `expected ${outcome.rules.join(', ')}`;
    case 'fail':
      return `FAIL, ${outcome.failed} of ${outcome.tests}`;
    case 'forbidden':
      return `forbidden: ${outcome.reason}`;
    case 'absent':
      return 'not run';
    default:
      return outcome satisfies never;
  }
}
