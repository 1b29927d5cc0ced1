import { type Html, h } from '../../base/page/index.js';

/** A filter option, which keeps the rows of the given kind. */
export type FilterChoice = readonly [kind: string, text: string];

/**
 * Creates a search box and a drop-down to go above a table. The page's script keeps the rows with all the
 * words and the selected kind (`TableRow.kinds`). Without scripts, the form is hidden and all rows are shown.
 */
export function filterForm(table: string, what: string, choices: readonly FilterChoice[]): Html {
  const options = choices.map(([value, text]) => h('option', { value }, text));
  return h(
    'form',
    { class: 'filter', role: 'search', 'aria-label': `Filter ${what}`, 'data-filters': table },
    h('label', {}, 'Search ', h('input', { type: 'search', name: 'words' })),
    h('label', {}, 'Show ', h('select', { name: 'kind' }, options)),
    h('output', { 'aria-live': 'polite' }),
  );
}
