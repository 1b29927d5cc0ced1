import { type Html, h } from '../../../base/page/index.js';
import {
  buildRemainingHolesTable,
  describeHoleSearch,
  listHoleSearchFailures,
} from '../../../closure/aim/index.js';
import type { HoleSearchResult } from '../../../harness/triage-findings/index.js';
import { section, table } from '../parts.js';

/** Renders the results of the hole search: how many holes it closed, and how close it came to closing the others. */
export function renderHoleSearch(holeSearch: HoleSearchResult): Html {
  const { columns, rows } = buildRemainingHolesTable(holeSearch);
  return section(
    'closing',
    'Closed holes',
    h('p', {}, `${describeHoleSearch(holeSearch)}.`),
    ...listHoleSearchFailures(holeSearch).map((line) => h('p', {}, `${line}.`)),
    ...(rows.length === 0 ? [] : [table('Holes that no test hit', columns, rows)]),
  );
}
