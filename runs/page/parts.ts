import {
  type Html,
  type HtmlAttributes,
  type HtmlContent,
  type HtmlContents,
  h,
} from '../../harness/page/index.js';
import type { Column } from '../../harness/text/index.js';

/** Creates a section of the page, with an anchor and a heading. */
export function section(id: string, title: string, ...content: HtmlContents): Html {
  const heading = h('h2', { id: `${id}-title` }, title);
  return h('section', { id, 'aria-labelledby': `${id}-title` }, heading, content.flat());
}

/** A table row. A filter above the table can match rows by kind or by text. */
export interface TableRow {
  readonly cells: readonly HtmlContent[];
  /** The filter options that match this row. */
  readonly kinds?: readonly string[];
}

/** Tables with more columns than this show each row as a list on phones. */
const MAX_PHONE_COLUMNS = 3;

/** Creates a table that scrolls if it is too wide. `label` is its name for screen readers. */
export function table(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly HtmlContent[] | TableRow)[],
): Html {
  const columnClass = (i: number): string | undefined =>
    columns[i]!.align === 'right' ? 'number' : undefined;
  const isWide = columns.length > MAX_PHONE_COLUMNS;
  const head = columns.map(({ title }, i) => h('th', { scope: 'col', class: columnClass(i) }, title));
  const body = rows.map((row) => {
    const { cells, kinds }: TableRow = 'cells' in row ? row : { cells: row };
    const content = cells.map((cell, i) =>
      h('td', { class: columnClass(i), 'data-label': isWide ? columns[i]!.title : undefined }, cell),
    );
    return h('tr', { 'data-kinds': kinds?.join(' ') }, content);
  });
  const content = [h('thead', {}, h('tr', {}, head)), h('tbody', {}, body)];
  // Focusable, so it can be scrolled with the keyboard.
  const attributes = { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label };
  return h('div', attributes, h('table', { class: isWide ? 'stack' : undefined }, content));
}

/** Creates a shell command with a copy button. */
export function commandLine(line: string): Html {
  const copyButton = h('button', { type: 'button', class: 'copy', 'data-copy': line }, 'Copy');
  return h('div', { class: 'command' }, h('code', {}, line), copyButton);
}

/** Creates a bulleted list. */
export function list(items: readonly HtmlContent[]): Html {
  const rows = items.map((item) => h('li', {}, item));
  return h('ul', {}, rows);
}

/** Creates a collapsed block under a summary. */
export function collapsed(summary: string | readonly HtmlContent[], ...content: HtmlContents): Html {
  return h('details', {}, h('summary', {}, summary), ...content);
}

/** Creates a list of names and descriptions. */
export function factList(facts: readonly (readonly [name: string, text: HtmlContent])[]): Html {
  const rows = facts.map(([name, text]) => h('div', {}, h('dt', {}, name), h('dd', {}, text)));
  return h('dl', { class: 'facts' }, rows);
}

/** Creates a link to a file, by its path relative to the page. The path uses slashes on every system. */
export function fileLink(path: string, text: string): Html {
  return h('a', { href: `./${path.split('/').map(encodeURIComponent).join('/')}` }, text);
}

/** The lowest percentage rated good, as in genhtml. */
const MIN_GOOD = 90;
/** The lowest percentage rated fair, as in genhtml. */
const MIN_FAIR = 75;

/** Rates a percentage as good, fair (`open`) or bad. */
export function getRating(percent: number): 'good' | 'open' | 'bad' {
  if (percent >= MIN_GOOD) return 'good';
  return percent >= MIN_FAIR ? 'open' : 'bad';
}

/** Creates a percentage bar without a label, coloured by rating unless `tone` is given. */
export function percentBar(
  percent: number,
  tone: 'good' | 'open' | 'bad' | 'plain' = getRating(percent),
): Html {
  const filled = Math.max(0, Math.min(100, Math.floor(percent)));
  return h('span', { class: `bar ${tone}`, 'data-share': filled });
}

/** Creates a badge, such as the count in a heading. */
export function badge(text: string, tone: 'good' | 'open' | 'bad' | 'plain' = 'plain'): Html {
  return h('span', { class: `badge ${tone}` }, text);
}

/** Creates a block of preformatted text, such as an ASCII diagram, that may be wider than the page. */
export function textBlock(label: string, className: string, text: string): Html {
  return h('pre', { class: className, tabindex: 0, role: 'region', 'aria-label': label }, text);
}

/** Creates a plain-text diagram, which may be pasted into a ticket or an email. */
export function textDiagram(label: string, lines: readonly string[]): Html {
  const text = lines.join('\n');
  const copyButton = h('button', { type: 'button', class: 'copy', 'data-copy': text }, 'Copy');
  return h('div', {}, copyButton, textBlock(label, 'picture', text));
}

/** A filter option that shows only rows of the given kind. */
type FilterChoice = readonly [kind: string, text: string];

/** Creates a search box, a drop-down list and a place for the number of matches, with the attributes of each. */
export function makeFilterForm(
  form: HtmlAttributes,
  search: HtmlAttributes,
  select: HtmlAttributes,
  choices: readonly FilterChoice[],
  output: HtmlAttributes = { 'aria-live': 'polite' },
): Html {
  const options = choices.map(([value, text]) => h('option', { value }, text));
  return h(
    'form',
    form,
    h('label', {}, 'Search ', h('input', search)),
    h('label', {}, 'Show ', h('select', select, options)),
    h('output', output),
  );
}

/**
 * Creates the filter of a table. The page's script shows only rows that contain all the words and have the selected
 * kind (`TableRow.kinds`). Without scripts, the form is hidden and all rows are shown.
 */
export function makeTableFilter(table: string, what: string, choices: readonly FilterChoice[]): Html {
  const form = { class: 'filter', role: 'search', 'aria-label': `Filter ${what}`, 'data-filters': table };
  return makeFilterForm(form, { type: 'search', name: 'words' }, { name: 'kind' }, choices);
}

/** A section in the navigation bar, with a figure that shows whether it needs attention. */
export interface NavigationEntry {
  readonly id: string;
  readonly name: string;
  readonly figure: string;
  readonly tone?: 'good' | 'open' | 'bad';
}

/** Creates links to the page's sections, each with its figure. */
export function renderNav(entries: readonly NavigationEntry[]): Html {
  const links = entries.map(({ id, name, figure, tone }) =>
    h('li', {}, h('a', { href: `#${id}` }, `${name} `, badge(figure, tone))),
  );
  return h('nav', { 'aria-label': 'Sections' }, h('ul', {}, links));
}
