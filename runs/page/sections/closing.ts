import { type Html, h } from '../../../base/page/index.js';
import { buildUnhitTable, describeHoleSearch, listClosingFailures } from '../../../closure/closing/index.js';
import type { HoleSearchResult } from '../../../harness/triage-findings/index.js';
import { section, table } from '../parts.js';

/** Renders the closed holes: how many there are, and how close the search came to closing the others. */
export function renderClosing(closing: HoleSearchResult): Html {
  const { columns, rows } = buildUnhitTable(closing);
  return section(
    'closing',
    'Closed holes',
    h('p', {}, `${describeHoleSearch(closing)}.`),
    ...listClosingFailures(closing).map((line) => h('p', {}, `${line}.`)),
    ...(rows.length === 0 ? [] : [table('Holes that no test hit', columns, rows)]),
  );
}
