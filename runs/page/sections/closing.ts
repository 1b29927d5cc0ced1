import { type Html, h } from '../../../base/page/index.js';
import { closingFailures, closingText, resistingTable } from '../../../closure/closing/index.js';
import type { Closing } from '../../../harness/triage-findings/index.js';
import { section, table } from '../parts.js';

/** The section about closed holes: how many there are, and how close the search came to the others. */
export function closingSection(closing: Closing): Html {
  const { columns, rows } = resistingTable(closing);
  return section(
    'closing',
    'Closed holes',
    h('p', {}, `${closingText(closing)}.`),
    ...closingFailures(closing).map((line) => h('p', {}, `${line}.`)),
    ...(rows.length === 0 ? [] : [table('Holes that no test hit', columns, rows)]),
  );
}
