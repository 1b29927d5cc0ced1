import type { TestColumns } from '../test-columns.js';
import { make } from './parts/dom.js';

/** The number of rows on a page. Showing a hundred thousand at once would slow down the browser. */
const PAGE_ROWS = 50;
const DELAY_MS = 100;
const TONES = { error: 'bad', failed: 'bad', inconclusive: 'open', known: 'open', passed: 'good' } as const;

/** A column of the table: its title, and each row's sort key and text. */
interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly key: (row: number) => number | string;
  readonly text: (row: number) => string;
}

class TestsTable {
  private readonly columns: readonly Column[];
  private readonly header = make('tr', '');
  private readonly body = make('tbody', '');
  private sortColumn = 1;
  private isDescending = false;
  /** The rows that match the filter, in order. */
  private matching: number[] = [];

  constructor(
    private readonly tests: TestColumns,
    private readonly container: HTMLElement,
    private readonly filter: HTMLFormElement,
    private readonly pages: HTMLElement,
  ) {
    this.columns = makeColumns(tests);
    container.append(make('table', 'stack', make('thead', '', this.header), this.body));
    let timer: number | undefined;
    this.field('words').addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.applyFilter(), DELAY_MS);
    });
    this.field('verdict').addEventListener('change', () => this.applyFilter());
    filter.addEventListener('submit', (event) => event.preventDefault());
    this.applyFilter();
  }

  private field(name: string): HTMLInputElement {
    return this.filter.elements.namedItem(name) as HTMLInputElement;
  }

  private applyFilter(): void {
    const words = this.field('words').value.toLowerCase().split(/\s+/).filter(Boolean);
    const selectedVerdict = this.field('verdict').value;
    this.matching = [];
    this.tests.verdict.forEach((verdict, row) => {
      const name = this.tests.verdicts[verdict]!;
      if (
        selectedVerdict !== 'all' &&
        (selectedVerdict === 'not-passed' ? name === 'passed' : name !== selectedVerdict)
      )
        return;
      const text = words.length === 0 ? '' : this.getSearchText(row);
      if (words.every((word) => text.includes(word))) this.matching.push(row);
    });
    this.sort();
  }

  private getSearchText(row: number): string {
    return this.columns
      .filter(({ isNumber }) => isNumber !== true)
      .map(({ text }) => text(row))
      .join(' ')
      .toLowerCase();
  }

  private sort(): void {
    const { key } = this.columns[this.sortColumn]!;
    const keys = new Map(this.matching.map((row) => [row, key(row)]));
    const sign = this.isDescending ? -1 : 1;
    this.matching.sort((a, b) => {
      const [left, right] = [keys.get(a)!, keys.get(b)!];
      return left < right ? -sign : left > right ? sign : a - b;
    });
    this.showPage(0);
  }

  private showPage(first: number): void {
    const shown = this.matching.slice(first, first + PAGE_ROWS);
    this.header.replaceChildren(
      ...this.columns.map((_, i) => this.makeHeaderCell(i)),
      make('th', '', 'replay'),
    );
    this.body.replaceChildren(...shown.map((row) => makeTestRow(this.tests, this.columns, row)));
    const { index, hidden } = this.tests;
    const [all, matching, more] = [index.length, this.matching.length, hidden].map((n) =>
      n.toLocaleString('en-US'),
    );
    const unlisted = hidden === 0 ? '' : `; ${more} more in results.json`;
    this.filter.querySelector('output')!.textContent = `${matching} of ${all} tests${unlisted}`;
    this.pages.hidden = this.matching.length <= PAGE_ROWS;
    const range = `${(first + 1).toLocaleString('en-US')} to ${(first + shown.length).toLocaleString('en-US')}`;
    this.pages.replaceChildren(
      this.makePageButton('Previous', first - PAGE_ROWS),
      make('span', '', `${range} of ${matching}`),
      this.makePageButton('Next', first + PAGE_ROWS),
    );
  }

  /** Creates a column heading that sorts by its column, largest numbers first. Clicking again reverses the order. */
  private makeHeaderCell(column: number): HTMLElement {
    const { title, isNumber = false } = this.columns[column]!;
    const isSorted = column === this.sortColumn;
    const button = make('button', 'sort', title, isSorted ? (this.isDescending ? ' ▼' : ' ▲') : '');
    button.setAttribute('type', 'button');
    button.addEventListener('click', () => {
      this.isDescending = isSorted ? !this.isDescending : isNumber;
      this.sortColumn = column;
      this.sort();
      this.header.querySelectorAll('button')[column]?.focus();
    });
    const cell = make('th', isNumber ? 'number' : '', button);
    cell.setAttribute('scope', 'col');
    cell.setAttribute('aria-sort', isSorted ? (this.isDescending ? 'descending' : 'ascending') : 'none');
    return cell;
  }

  private makePageButton(text: string, first: number): HTMLElement {
    const button = make('button', '', text) as HTMLButtonElement;
    button.type = 'button';
    button.disabled = first < 0 || first >= this.matching.length;
    button.addEventListener('click', () => {
      this.showPage(first);
      this.container.scrollIntoView({ block: 'start' });
    });
    return button;
  }
}

function makeColumns(tests: TestColumns): Column[] {
  const seeds = atob(tests.seeds);
  const name = (row: number): string => {
    const root = tests.roots[row];
    return `${tests.sequences[tests.sequence[row]!]}.${tests.index[row]}${root === undefined ? '' : `@${root}`}`;
  };
  const cause = (row: number): string => tests.causes[tests.cause[row]!] ?? '';
  const verdict = (row: number): string => tests.verdicts[tests.verdict[row]!]!;
  const chip = (row: number): string => tests.chips[tests.chip[row]!] ?? '';
  const seed = (row: number): string => tests.oddSeeds[row] ?? formatSeedBytes(seeds, row);
  const makeNumberColumn = (title: string, column: readonly number[]): Column => ({
    title,
    isNumber: true,
    key: (row) => column[row]!,
    text: (row) => column[row]!.toLocaleString('en-US'),
  });
  const time = (row: number): string => {
    const ms = tests.ms[row]!;
    return ms < 0 ? '' : (ms / 1000).toFixed(ms < 10_000 ? 2 : 1);
  };
  return [
    { title: 'test', key: name, text: name },
    { title: 'verdict', key: (row) => tests.verdict[row]!, text: verdict },
    { title: 'cause', key: cause, text: cause },
    { title: 'chip', key: chip, text: chip },
    { title: 'seed', key: seed, text: seed },
    { title: 'seconds', isNumber: true, key: (row) => tests.ms[row]!, text: time },
    makeNumberColumn('cycles', tests.cycles),
    makeNumberColumn('waves', tests.waves),
  ];
}

function formatSeedBytes(bytes: string, row: number): string {
  let value = 0n;
  for (let i = 8 * row; i < 8 * row + 8; i++) value = (value << 8n) | BigInt(bytes.charCodeAt(i));
  return `0x${value.toString(16)}`;
}

function makeTestRow(tests: TestColumns, columns: readonly Column[], row: number): HTMLElement {
  const cells = columns.map(({ title, isNumber, text }) => {
    const cell = make('td', isNumber ? 'number' : '');
    cell.dataset.label = title;
    const content = text(row);
    cell.append(
      title === 'verdict' ? make('span', TONES[tests.verdicts[tests.verdict[row]!]!], content) : content,
    );
    if (title === 'seed') cell.classList.add('seed');
    return cell;
  });
  const copy = make('button', 'copy', 'Copy');
  copy.setAttribute('type', 'button');
  copy.setAttribute('aria-label', `Copy the command that replays ${columns[0]!.text(row)}`);
  copy.dataset.copy = getReplayCommand(tests, columns, row);
  const last = make('td', '', copy);
  last.dataset.label = 'replay';
  return make('tr', '', ...cells, last);
}

function getReplayCommand(
  { line, sequences, sequence }: TestColumns,
  columns: readonly Column[],
  row: number,
): string {
  const placeholder = ':SEQUENCE@SEED';
  const at = line.lastIndexOf(placeholder);
  const seed = columns.find(({ title }) => title === 'seed')!.text(row);
  return `${line.slice(0, at)}:${sequences[sequence[row]!]}@${seed}${line.slice(at + placeholder.length)}`;
}

const data = document.getElementById('tests-data');
const container = document.getElementById('tests-table');
const filter = document.getElementById('tests-filter');
const pages = document.getElementById('tests-pages');
if (data !== null && container !== null && filter instanceof HTMLFormElement && pages !== null) {
  new TestsTable(JSON.parse(data.textContent ?? '') as TestColumns, container, filter, pages);
}
