import type { Column } from '../table.js';
import { type Html, type HtmlContent, type HtmlContents, h } from './html.js';

/** A section of the page with an anchor and a heading. */
export function section(id: string, title: string, ...content: HtmlContents): Html {
  return h(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    content.flat(),
  );
}

/** A table that scrolls on its own where it is too wide. */
export function table(columns: readonly Column[], rows: readonly (readonly HtmlContent[])[]): Html {
  const classOf = (i: number): string | undefined => (columns[i]!.align === 'right' ? 'number' : undefined);
  const head = columns.map(({ title }, i) => h('th', { scope: 'col', class: classOf(i) }, title));
  const body = rows.map((row) =>
    h(
      'tr',
      {},
      row.map((cell, i) => h('td', { class: classOf(i) }, cell)),
    ),
  );
  // A reader who scrolls with the keyboard has to be able to get there.
  return h(
    'div',
    { class: 'scroll', tabindex: 0 },
    h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, body)),
  );
}

/** A line to paste into a shell, with a button that copies it. */
export function commandLine(line: string): Html {
  return h(
    'div',
    { class: 'command' },
    h('code', {}, line),
    h('button', { type: 'button', class: 'copy', 'data-copy': line }, 'Copy'),
  );
}

/** A list of texts. */
export function list(items: readonly HtmlContent[]): Html {
  return h(
    'ul',
    {},
    items.map((item) => h('li', {}, item)),
  );
}
