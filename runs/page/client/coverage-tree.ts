import type { CoverageTree, TreeGroup, TreeItem } from '../coverage-tree.js';
import { COUNT, getBinName, getBinState, getStatements } from './parts/bins.js';
import { byId, make, makeLazyDetails, makeScrollable } from './parts/dom.js';

/** The maximum number of bins to show at once. Beyond this, narrowing the search is easier than scrolling. */
const MAX_BINS_SHOWN = 500;
const SEARCH_DELAY_MS = 150;
const WAIVED = 3;
const BIN_COLUMNS = ['bin', 'hits', 'needs', 'tests', 'statements', 'first test'] as const;

/** What to show instead of the required hits, indexed by bin kind. */
const KIND_NAMES = ['', 'ignored', 'illegal', 'waived'] as const;

const tree = JSON.parse(byId('coverage-data').textContent ?? '') as CoverageTree;
const container = byId('coverage-tree');
const search = byId('coverage-search') as HTMLInputElement;
const filter = byId('coverage-filter') as HTMLSelectElement;
const binCount = byId('coverage-found');

type Score = Omit<TreeGroup, 'text' | 'items'>;

function renderScore({ name, percent, share, level, hit, total, weight, goal }: Score): (string | Node)[] {
  const bar = make('span', `bar ${level}`);
  bar.style.setProperty('--share', `${percent}%`);
  const terms = [
    `${hit} of ${total} bins`,
    ...(weight === 1 ? [] : [`weight ${weight}`]),
    ...(goal === 100 ? [] : [`goal ${goal}%`]),
  ];
  return [bar, make('span', 'share', share), make('strong', '', name), ` ${terms.join(', ')}`];
}

/** An item and the bins to show. Shows all bins if `bins` is undefined. */
interface ShownItem {
  readonly item: TreeItem;
  readonly bins?: readonly number[];
}

function renderGroup(group: TreeGroup, items: readonly ShownItem[], open: boolean): HTMLElement {
  const fill = (): Node[] => [
    make('p', 'quiet', group.text),
    make('p', 'quiet', describeMean(group)),
    ...items.map(({ item, bins }) =>
      makeLazyDetails('item', renderScore(item), () => renderItem(item, bins), open || items.length === 1),
    ),
  ];
  return makeLazyDetails('covergroup', renderScore(group), fill, open);
}

function renderItem(item: TreeItem, bins: readonly number[] | undefined): Node[] {
  const shown = bins ?? item.hits.map((_, bin) => bin);
  const hidden = shown.length - MAX_BINS_SHOWN;
  return [
    make('p', 'quiet', item.text),
    make('p', 'quiet', describePercentage(item)),
    renderBinTable(item, shown.slice(0, MAX_BINS_SHOWN)),
    ...(hidden > 0 ? [make('p', 'quiet', `${hidden} more; narrow your search to see them`)] : []),
  ];
}

function describeMean({ share: percentText, items }: TreeGroup): string {
  const counted = items.filter(({ total }) => total > 0);
  const weight = counted.reduce((sum, item) => sum + item.weight, 0);
  return (
    `${percentText} is the weighted mean of ${counted.length} coverpoints and crosses (total weight ${weight}); ` +
    'those without countable bins are excluded.'
  );
}

/** Explains the percentage of a coverpoint or cross: which bins count, the hits they need, and what is excluded. */
function describePercentage({ share: percentText, hit, total, kinds, needs, weight }: TreeItem): string {
  const requirements = [...new Set(needs.filter((_, bin) => kinds[bin] === COUNT))].sort((a, b) => a - b);
  const excluded = KIND_NAMES.flatMap((name, kind) => {
    const count = kinds.filter((binKind) => binKind === kind).length;
    return kind === COUNT || count === 0 ? [] : [`${count} ${name}`];
  });
  return (
    `${percentText} = ${hit} of ${total} countable bins; a bin needs ${requirements.join(' or ') || 'no'} ` +
    `${requirements.at(-1) === 1 ? 'hit' : 'hits'} in passed tests; weight ${weight}` +
    `${excluded.length === 0 ? '' : `; excluded: ${excluded.join(', ')}`}.`
  );
}

function renderBinTable(item: TreeItem, bins: readonly number[]): HTMLElement {
  const head = BIN_COLUMNS.map((title) => make('th', '', title));
  const rows = bins.map((bin) => {
    const binState = getBinState(item, bin);
    const kind = KIND_NAMES[item.kinds[bin] ?? COUNT] ?? '';
    const text = item.texts[bin];
    return makeLabelledRow(
      make(
        'td',
        binState,
        getBinName(item, bin),
        ...(text === undefined ? [] : [make('div', 'quiet', text)]),
      ),
      make('td', 'number', (item.hits[bin] ?? 0).toLocaleString('en-US')),
      make('td', 'number', kind === '' ? `${item.needs[bin]}` : kind),
      make('td', 'number', `${item.tests[bin]}`),
      make(
        'td',
        '',
        ...getStatements(item, bin)
          .split(' ')
          .flatMap((id) => [make('span', 'nowrap', id), ' ']),
      ),
      make('td', '', ...renderFirstTest(item, bin)),
    );
  });
  const table = make(
    'table',
    'stack',
    make('thead', '', make('tr', '', ...head)),
    make('tbody', '', ...rows),
  );
  return makeScrollable(`Bins of ${item.name}`, table);
}

/** Creates a row whose cells show their column names on phones. */
function makeLabelledRow(...cells: readonly HTMLElement[]): HTMLElement {
  cells.forEach((cell, i) => {
    cell.dataset.label = BIN_COLUMNS[i]!;
  });
  return make('tr', '', ...cells);
}

function renderFirstTest(item: TreeItem, bin: number): Node[] {
  const line = tree.lines[item.first[bin] ?? -1];
  if (line === undefined) return [];
  const button = make('button', 'copy', 'Copy');
  button.setAttribute('type', 'button');
  button.dataset.copy = line;
  return [make('div', 'command', make('code', '', line), button)];
}

function passesFilter(item: TreeItem, bin: number): boolean {
  switch (filter.value) {
    case 'holes':
      return getBinState(item, bin) === 'hole';
    case 'once':
      return item.kinds[bin] === COUNT && item.tests[bin] === 1;
    case 'excluded':
      return getBinState(item, bin) === 'excluded';
    case 'waived':
      return item.kinds[bin] === WAIVED;
    default:
      return true;
  }
}

function findMatches(group: TreeGroup, words: readonly string[]): ShownItem[] {
  return group.items.flatMap((item) => {
    const bins = item.hits.flatMap((_, bin) => {
      if (!passesFilter(item, bin)) return [];
      const text =
        `${group.name} ${item.name} ${getBinName(item, bin)} ${getStatements(item, bin)}`.toLowerCase();
      return words.every((word) => text.includes(word)) ? [bin] : [];
    });
    return bins.length === 0 ? [] : [{ item, bins }];
  });
}

/** Shows the whole tree collapsed, or the search and filter results expanded. */
function showTree(): void {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && filter.value === 'all') {
    binCount.textContent = '';
    container.replaceChildren(
      ...tree.groups.map((group) =>
        renderGroup(
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
    const items = findMatches(group, words);
    const before = count;
    count += items.reduce((sum, { bins = [] }) => sum + bins.length, 0);
    return items.length === 0 ? [] : [renderGroup(group, items, before < MAX_BINS_SHOWN)];
  });
  binCount.textContent = `${count.toLocaleString('en-US')} ${count === 1 ? 'bin' : 'bins'}`;
  container.replaceChildren(...nodes);
}

let timer: number | undefined;
search.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(showTree, SEARCH_DELAY_MS);
});
filter.addEventListener('change', showTree);
byId('coverage-controls').addEventListener('submit', (event) => event.preventDefault());
showTree();
