import { type Html, h } from '../../base/page/index.js';

/** A filter option that shows only rows of the given kind. */
export type FilterChoice = readonly [kind: string, text: string];

/**
 * Creates a search box and a drop-down list for a table. The page's script shows only rows that contain all the words
 * and have the selected kind (`TableRow.kinds`). Without scripts, the form is hidden and all rows are shown.
 */
export function makeFilterForm(table: string, what: string, choices: readonly FilterChoice[]): Html {
  const options = choices.map(([value, text]) => h('option', { value }, text));
  return h(
    'form',
    { class: 'filter', role: 'search', 'aria-label': `Filter ${what}`, 'data-filters': table },
    h('label', {}, 'Search ', h('input', { type: 'search', name: 'words' })),
    h('label', {}, 'Show ', h('select', { name: 'kind' }, options)),
    h('output', { 'aria-live': 'polite' }),
  );
}
