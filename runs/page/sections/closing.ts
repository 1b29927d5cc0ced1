import { type Html, h } from '../../../base/page/index.js';
import { buildResistingTable, describeClosing, listClosingFailures } from '../../../closure/closing/index.js';
import type { Closing } from '../../../harness/triage-findings/index.js';
import { section, table } from '../parts.js';

/** The section about closed holes: how many there are, and how close the search came to the others. */
export function closingSection(closing: Closing): Html {
  const { columns, rows } = buildResistingTable(closing);
  return section(
    'closing',
    'Closed holes',
    h('p', {}, `${describeClosing(closing)}.`),
    ...listClosingFailures(closing).map((line) => h('p', {}, `${line}.`)),
    ...(rows.length === 0 ? [] : [table('Holes that no test hit', columns, rows)]),
  );
}
