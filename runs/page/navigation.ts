import { type Html, h } from '../../base/page/index.js';

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
    h(
      'li',
      {},
      h('a', { href: `#${id}` }, `${name} `, h('span', { class: `badge ${tone ?? 'plain'}` }, figure)),
    ),
  );
  return h('nav', { 'aria-label': 'Sections' }, h('ul', {}, links));
}
