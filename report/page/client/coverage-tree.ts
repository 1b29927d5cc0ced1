import type { CoverageTree, TreeGroup, TreeItem } from '../coverage-tree.js';

/** Bins that are shown at once; a reader narrows the search instead of scrolling through more. */
const BINS_SHOWN = 500;
const SEARCH_DELAY_MS = 150;
const HEAT_CELLS_MAX = 4000;
/** Columns of a heat map where its coverpoints allow it. */
const HEAT_COLUMNS = 12;
const COUNT = 0;
const WAIVED = 3;
const BIN_COLUMNS = ['bin', 'hits', 'needs', 'tests', 'statements', 'first test'] as const;
/** Text instead of the hits that a bin needs, by kind. */
const KIND_NAMES = ['', 'ignored', 'illegal', 'waived'] as const;

const tree = JSON.parse(byId('coverage-data').textContent ?? '') as CoverageTree;
const place = byId('coverage-tree');
const search = byId('coverage-search') as HTMLInputElement;
const filter = byId('coverage-filter') as HTMLSelectElement;
const found = byId('coverage-found');

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}.`);
  return element;
}

/** An element with texts and elements in it; texts never become markup. */
function make(tag: string, className: string, ...content: readonly (string | Node)[]): HTMLElement {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...content);
  return element;
}

/** Details whose content is made when they are opened first. */
function lazyDetails(
  className: string,
  summary: readonly (string | Node)[],
  fill: () => Node[],
  open = false,
) {
  const details = document.createElement('details');
  details.className = className;
  details.append(make('summary', '', ...summary));
  let filled = false;
  const fillOnce = (): void => {
    if (filled) return;
    filled = true;
    details.append(...fill());
  };
  if (open) fillOnce();
  details.open = open;
  details.addEventListener('toggle', fillOnce);
  return details;
}

type Scored = Omit<TreeGroup, 'text' | 'items'>;

function scoreLine({ name, percent, share, level, hit, total, weight, goal }: Scored): (string | Node)[] {
  const bar = make('span', `bar ${level}`);
  bar.style.setProperty('--share', `${percent}%`);
  const terms = [
    `${hit} of ${total} bins`,
    ...(weight === 1 ? [] : [`weight ${weight}`]),
    ...(goal === 100 ? [] : [`goal ${goal} %`]),
  ];
  return [bar, make('span', 'share', share), make('strong', '', name), ` ${terms.join(', ')}`];
}

/** The bins of an item that are to be shown, all of them where `bins` is absent. */
interface Shown {
  readonly item: TreeItem;
  readonly bins?: readonly number[];
}

function groupNode(group: TreeGroup, items: readonly Shown[], open: boolean): HTMLElement {
  const fill = (): Node[] => [
    make('p', 'quiet', group.text),
    make('p', 'quiet', meanText(group)),
    ...items.map(({ item, bins }) =>
      lazyDetails('item', scoreLine(item), () => itemContent(item, bins), open || items.length === 1),
    ),
  ];
  return lazyDetails('covergroup', scoreLine(group), fill, open);
}

function itemContent(item: TreeItem, bins: readonly number[] | undefined): Node[] {
  const shown = bins ?? item.hits.map((_, bin) => bin);
  const hidden = shown.length - BINS_SHOWN;
  return [
    make('p', 'quiet', item.text),
    make('p', 'quiet', shareText(item)),
    ...(bins === undefined ? heatMap(item) : []),
    binTable(item, shown.slice(0, BINS_SHOWN)),
    ...(hidden > 0 ? [make('p', 'quiet', `${hidden} more: narrow the search to see them`)] : []),
  ];
}

/** How the percent of a covergroup is computed. */
function meanText({ share, items }: TreeGroup): string {
  const counted = items.filter(({ total }) => total > 0);
  const weight = counted.reduce((sum, item) => sum + item.weight, 0);
  return (
    `${share} is the mean of ${counted.length} coverpoints and crosses, by weight (total ${weight}); ` +
    'those without countable bins are excluded.'
  );
}

/** How the percent of a coverpoint or cross is computed: what counts, what a bin needs, and what is left out. */
function shareText({ share, hit, total, kinds, needs, weight }: TreeItem): string {
  const needed = [...new Set(needs.filter((_, bin) => kinds[bin] === COUNT))].sort((a, b) => a - b);
  const leftOut = KIND_NAMES.flatMap((name, kind) => {
    const count = kinds.filter((own) => own === kind).length;
    return kind === COUNT || count === 0 ? [] : [`${count} ${name}`];
  });
  return (
    `${share} = ${hit} of ${total} countable bins; a bin needs ${needed.join(' or ') || 'no'} ` +
    `${needed.at(-1) === 1 ? 'hit' : 'hits'} in passed tests; weight ${weight}` +
    `${leftOut.length === 0 ? '' : `; left out: ${leftOut.join(', ')}`}.`
  );
}

function binName(item: TreeItem, bin: number): string {
  const name = item.names[bin];
  if (name !== null && name !== undefined) return name;
  let rest = item.cells[bin] ?? 0;
  const names = [...item.axes].reverse().map(({ bins }) => {
    const own = bins[rest % bins.length] ?? '';
    rest = Math.floor(rest / bins.length);
    return own;
  });
  return names.reverse().join(' x ');
}

const statementsByItem = new WeakMap<TreeItem, readonly string[]>();

/** Statements are written where they change from one bin to the next. */
function statementsOf(item: TreeItem, bin: number): string {
  let all = statementsByItem.get(item);
  if (all === undefined) {
    let last = '';
    all = item.hits.map((_, at) => {
      last = item.statements[at] ?? last;
      return last;
    });
    statementsByItem.set(item, all);
  }
  return all[bin] ?? '';
}

function state(item: TreeItem, bin: number): 'left-out' | 'hole' | 'covered' {
  if (item.kinds[bin] !== COUNT) return 'left-out';
  return (item.hits[bin] ?? 0) < (item.needs[bin] ?? 1) ? 'hole' : 'covered';
}

function binTable(item: TreeItem, bins: readonly number[]): HTMLElement {
  const head = BIN_COLUMNS.map((title) => make('th', '', title));
  const rows = bins.map((bin) => {
    const own = state(item, bin);
    const kind = KIND_NAMES[item.kinds[bin] ?? COUNT] ?? '';
    const text = item.texts[bin];
    return labelled(
      make('td', own, binName(item, bin), ...(text === undefined ? [] : [make('div', 'quiet', text)])),
      make('td', 'number', (item.hits[bin] ?? 0).toLocaleString('en-US')),
      make('td', 'number', kind === '' ? `${item.needs[bin]}` : kind),
      make('td', 'number', `${item.tests[bin]}`),
      make(
        'td',
        '',
        ...statementsOf(item, bin)
          .split(' ')
          .flatMap((id) => [make('span', 'whole', id), ' ']),
      ),
      make('td', '', ...firstTest(item, bin)),
    );
  });
  const table = make(
    'table',
    'stack',
    make('thead', '', make('tr', '', ...head)),
    make('tbody', '', ...rows),
  );
  return scrolling(`Bins of ${item.name}`, table);
}

/** A row whose cells name their columns on a phone. */
function labelled(...cells: readonly HTMLElement[]): HTMLElement {
  cells.forEach((cell, i) => {
    cell.dataset.label = BIN_COLUMNS[i]!;
  });
  return make('tr', '', ...cells);
}

function scrolling(label: string, table: HTMLElement): HTMLElement {
  const box = make('div', 'scroll', table);
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', label);
  return box;
}

function firstTest(item: TreeItem, bin: number): Node[] {
  const line = tree.lines[item.first[bin] ?? -1];
  if (line === undefined) return [];
  const button = make('button', 'copy', 'Copy');
  button.setAttribute('type', 'button');
  button.dataset.copy = line;
  return [make('div', 'command', make('code', '', line), button)];
}

/** How many of the first coverpoints make the rows, so that the columns stay within sight. */
function rowAxes({ axes }: TreeItem): number {
  for (let rows = 1; rows < axes.length - 1; rows++) {
    if (cellsOf(axes.slice(rows)) <= HEAT_COLUMNS) return rows;
  }
  return axes.length - 1;
}

function cellsOf(axes: TreeItem['axes']): number {
  return axes.reduce((product, { bins }) => product * bins.length, 1);
}

/** Name of one row or column: bins of its coverpoints. */
function cellName(item: TreeItem, axes: TreeItem['axes'], cell: number): string {
  return binName({ ...item, axes, names: [null], cells: [cell] }, 0);
}

function axesName(axes: TreeItem['axes']): string {
  return axes.map(({ name }) => name).join(' x ');
}

/** A cross as a table, the darker the more hits, without rows and columns that are left out; empty for a coverpoint. */
function heatMap(item: TreeItem): Node[] {
  if (item.axes.length < 2 || cellsOf(item.axes) > HEAT_CELLS_MAX) return [];
  const split = rowAxes(item);
  const [down, across] = [item.axes.slice(0, split), item.axes.slice(split)];
  const width = cellsOf(across);
  const byCell = new Map(item.cells.map((cell, bin) => [cell, bin]));
  const used = [...byCell.keys()].filter((cell) => cell >= 0);
  const ascending = (cells: Iterable<number>): number[] => [...new Set(cells)].sort((a, b) => a - b);
  const rows = ascending(used.map((cell) => Math.floor(cell / width)));
  const columns = ascending(used.map((cell) => cell % width));
  const most = Math.max(1, ...item.hits);
  const body = rows.map((row) =>
    make(
      'tr',
      '',
      make('th', '', cellName(item, down, row)),
      ...columns.map((column) => heatCell(item, byCell.get(row * width + column), most)),
    ),
  );
  const corner = make('th', '', `${axesName(down)} \\ ${axesName(across)}`);
  const titles = columns.map((column) => make('th', '', cellName(item, across, column)));
  return [
    scrolling(
      `Hits of ${item.name}`,
      make('table', 'heat', make('thead', '', make('tr', '', corner, ...titles)), make('tbody', '', ...body)),
    ),
  ];
}

function heatCell(item: TreeItem, bin: number | undefined, most: number): HTMLElement {
  if (bin === undefined) {
    const cell = make('td', 'empty');
    cell.title = 'left out';
    return cell;
  }
  const hits = item.hits[bin] ?? 0;
  const cell = make('td', state(item, bin), hits.toLocaleString('en-US'));
  const heat = hits === 0 ? 0 : 0.1 + (0.5 * Math.log1p(hits)) / Math.log1p(most);
  cell.style.background = `rgba(var(--heat),${heat.toFixed(2)})`;
  cell.title = binName(item, bin);
  return cell;
}

function passesFilter(item: TreeItem, bin: number): boolean {
  switch (filter.value) {
    case 'holes':
      return state(item, bin) === 'hole';
    case 'once':
      return item.kinds[bin] === COUNT && item.tests[bin] === 1;
    case 'left-out':
      return state(item, bin) === 'left-out';
    case 'waived':
      return item.kinds[bin] === WAIVED;
    default:
      return true;
  }
}

function matches(group: TreeGroup, words: readonly string[]): Shown[] {
  return group.items.flatMap((item) => {
    const bins = item.hits.flatMap((_, bin) => {
      if (!passesFilter(item, bin)) return [];
      const text =
        `${group.name} ${item.name} ${binName(item, bin)} ${statementsOf(item, bin)}`.toLowerCase();
      return words.every((word) => text.includes(word)) ? [bin] : [];
    });
    return bins.length === 0 ? [] : [{ item, bins }];
  });
}

/** Shows the whole tree closed, or what search and filter leave of it opened. */
function show(): void {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && filter.value === 'all') {
    found.textContent = '';
    place.replaceChildren(
      ...tree.groups.map((group) =>
        groupNode(
          group,
          group.items.map((item) => ({ item })),
          false,
        ),
      ),
    );
    return;
  }
  let count = 0;
  const nodes = tree.groups.flatMap((group) => {
    const items = matches(group, words);
    const before = count;
    count += items.reduce((sum, { bins = [] }) => sum + bins.length, 0);
    return items.length === 0 ? [] : [groupNode(group, items, before < BINS_SHOWN)];
  });
  found.textContent = `${count.toLocaleString('en-US')} ${count === 1 ? 'bin' : 'bins'}`;
  place.replaceChildren(...nodes);
}

let waiting: number | undefined;
search.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, SEARCH_DELAY_MS);
});
filter.addEventListener('change', show);
byId('coverage-controls').addEventListener('submit', (event) => event.preventDefault());
show();
