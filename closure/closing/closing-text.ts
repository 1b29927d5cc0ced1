import { formatNumber, formatQuantity, type SummaryTable } from '../../base/text/index.js';
import type { HoleSearchResult } from '../../harness/triage-findings/index.js';

/** Maximum number of holes listed in a report. */
const MAX_ROWS = 30;

/** Summarises a nightly run's search for holes in one line. */
export function describeHoleSearch({
  tried,
  closed,
  tests,
  resisting: remaining,
  untried,
  file,
  failed,
}: HoleSearchResult): string {
  const untriedText = untried === 0 ? '' : `, and ${formatQuantity(untried, 'was', 'were')} not attempted`;
  const result = `${formatQuantity(tried, 'test')} tried: ${formatNumber(tests.length)} of them closed ${formatQuantity(closed, 'hole')}; ${formatQuantity(remaining.length, 'hole remains', 'holes remain')} open${untriedText}`;
  const next = tests.length + failed.length === 0 ? '' : `; the next nightly run starts with ${file}`;
  return `${result}${next}`;
}

/** Lists the tests that failed during the search, one on each line. They do not affect the verdict on the run. */
export function listHoleSearchFailures({ failed }: HoleSearchResult): string[] {
  return failed.map((repro) => `a test failed during the hole search: ${repro}`);
}

/**
 * Builds a table of the holes that no test hit, most valuable first, with the number of tests tried and the steps that
 * the nearest test missed.
 */
export function buildRemainingHolesTable({ resisting: remaining }: HoleSearchResult): SummaryTable {
  return {
    columns: [
      { title: 'hole' },
      { title: 'tests', align: 'right' },
      { title: 'steps reached', align: 'right' },
      { title: 'missed by the nearest test' },
    ],
    rows: remaining
      .slice(0, MAX_ROWS)
      .map(({ bin, tried, reached, missing }) => [
        bin,
        formatNumber(tried),
        `${reached} of ${reached + missing.length}`,
        missing.join('; '),
      ]),
  };
}
