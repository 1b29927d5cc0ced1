import { type Html, type HtmlContent, type HtmlContents, h } from '../../base/page/index.js';
import type { Column } from '../../base/text/index.js';

/** A section of the page with an anchor and a heading. */
export function section(id: string, title: string, ...content: HtmlContents): Html {
  return h(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    content.flat(),
  );
}

/** A table row; a filter above the table selects rows by `kinds` and by words. */
export interface TableRow {
  readonly cells: readonly HtmlContent[];
  /** Words named by the filter's choices. */
  readonly kinds?: readonly string[];
}

/** Columns that fit on a phone; a row of a wider table becomes a list there. */
const COLUMNS_ON_PHONE = 3;

/** A table that scrolls if too wide; `label` names it to screen readers. */
export function table(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly HtmlContent[] | TableRow)[],
): Html {
  const classOf = (i: number): string | undefined => (columns[i]!.align === 'right' ? 'number' : undefined);
  const isWide = columns.length > COLUMNS_ON_PHONE;
  const head = columns.map(({ title }, i) => h('th', { scope: 'col', class: classOf(i) }, title));
  const body = rows.map((row) => {
    const { cells, kinds }: TableRow = 'cells' in row ? row : { cells: row };
    const content = cells.map((cell, i) =>
      h('td', { class: classOf(i), 'data-label': isWide ? columns[i]!.title : undefined }, cell),
    );
    return h('tr', { 'data-kinds': kinds?.join(' ') }, content);
  });
  // Focusable, so that the keyboard can scroll it.
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h(
      'table',
      { class: isWide ? 'stack' : undefined },
      h('thead', {}, h('tr', {}, head)),
      h('tbody', {}, body),
    ),
  );
}

/** A line to paste into a shell, with a copy button. */
export function commandLine(line: string): Html {
  return h(
    'div',
    { class: 'command' },
    h('code', {}, line),
    h('button', { type: 'button', class: 'copy', 'data-copy': line }, 'Copy'),
  );
}

/** A bulleted list. */
export function list(items: readonly HtmlContent[]): Html {
  return h(
    'ul',
    {},
    items.map((item) => h('li', {}, item)),
  );
}

/** Names with their descriptions. */
export function factList(facts: readonly (readonly [name: string, text: HtmlContent])[]): Html {
  const rows = facts.map(([name, text]) => h('div', {}, h('dt', {}, name), h('dd', {}, text)));
  return h('dl', { class: 'facts' }, rows);
}

/** A link to a file beside the page; its path uses slashes on every system. */
export function fileLink(path: string, text: string): Html {
  return h('a', { href: `./${path.split('/').map(encodeURIComponent).join('/')}` }, text);
}

/** Lower bounds of good and of open percentages: those of genhtml. */
const GOOD = 90;
const OPEN = 75;

/** Rating of a percentage: good, open or bad. */
export function levelOf(percent: number): 'good' | 'open' | 'bad' {
  if (percent >= GOOD) return 'good';
  return percent >= OPEN ? 'open' : 'bad';
}

/** A percentage bar without the number, by default in its rating's colour. */
export function shareBar(percent: number, tone: 'good' | 'open' | 'bad' | 'plain' = levelOf(percent)): Html {
  const share = Math.max(0, Math.min(100, Math.floor(percent)));
  return h('span', { class: `bar ${tone}`, 'data-share': share });
}

/** A framed number, such as the count in a heading. */
export function badge(text: string, tone: 'good' | 'open' | 'bad' | 'plain' = 'plain'): Html {
  return h('span', { class: `badge ${tone}` }, text);
}

/** Preformatted text, such as a picture, which may be wider than the page. */
export function textBlock(label: string, className: string, text: string): Html {
  return h('pre', { class: className, tabindex: 0, role: 'region', 'aria-label': label }, text);
}

/** A text picture, folded, for a ticket or mail. */
export function textPicture(label: string, lines: readonly string[]): Html {
  const text = lines.join('\n');
  return h(
    'details',
    {},
    h('summary', {}, 'Picture as text'),
    h('button', { type: 'button', class: 'copy', 'data-copy': text }, 'Copy'),
    textBlock(label, 'picture', text),
  );
}
