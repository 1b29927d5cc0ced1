interface Hit {
  readonly heading: string;
  readonly title: string;
  readonly address: string;
}

interface Searcher {
  search(query: string, options: object): readonly Hit[];
}

interface SearchGlobals {
  readonly MiniSearch: { loadJSON(json: string, options: object): Searcher };
  readonly searchIndex?: string;
}

const MAX_HITS = 12;
const INDEX_OPTIONS = { fields: ['heading', 'title', 'text'], storeFields: ['heading', 'title', 'address'] };
const QUERY_OPTIONS = { prefix: true, fuzzy: 0.1, combineWith: 'AND', boost: { heading: 4, title: 2 } };

const searchField = document.querySelector<HTMLInputElement>('#search')!;
const root = document.body.dataset.root ?? '';
let searcher: Promise<Searcher> | undefined;

/** Loads the search index. It is large, so it is not loaded until the first search. */
function loadSearcher(): Promise<Searcher> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}search-index.js`;
    script.onload = () => {
      const { MiniSearch, searchIndex } = window as unknown as SearchGlobals;
      resolve(MiniSearch.loadJSON(searchIndex!, INDEX_OPTIONS));
    };
    script.onerror = () => reject(new Error('search-index.js is missing'));
    document.head.append(script);
  });
}

function createHitItem({ heading, title, address }: Hit): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const page = document.createElement('small');
  link.href = root + address;
  link.textContent = heading;
  page.textContent = title;
  item.append(link, page);
  return item;
}

async function show(): Promise<void> {
  searcher ??= loadSearcher();
  const query = searchField.value.trim();
  const hits = query === '' ? [] : (await searcher).search(query, QUERY_OPTIONS);
  document.querySelector('#found')!.replaceChildren(...hits.slice(0, MAX_HITS).map(createHitItem));
  const note = hits.length > MAX_HITS ? `, showing the first ${MAX_HITS}` : '';
  document.querySelector('#hits')!.textContent = query === '' ? '' : `${hits.length} found${note}`;
}

searchField.addEventListener('input', () => {
  show().catch((error: Error) => {
    document.querySelector('#hits')!.textContent = `Cannot search: ${error.message}`;
  });
});

export {};
