import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readAddedStatements } from '../../closure/testplan/statements.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { FAULTS, UNKNOWNS } from '../../transactions/index.js';
import { SOURCE_FOLDERS } from './support/rooms.js';

const ROOT = findPackageRoot();
const REFERENCE = join(ROOT, 'docs', 'reference');
const SEARCHED_FOLDERS = [...SOURCE_FOLDERS, 'docs', 'test'];
/** The site has its own page names, and a separate test checks its links. */
const SITE = join('tools', 'site');
/** Tests that cite made-up pages. */
const WITH_MADE_UP_PAGES = [
  'test/house/citations.test.ts',
  'test/harness/basics/checked-out.slow.ts',
  'test/runs/report/job-page.test.ts',
];

/**
 * A page and, if cited, a section, row or entry in it: `pops.md 5.4`, `faults.md, L22`, `goals.md, C1`,
 * `checking.md, ORD`.
 */
const CITATION =
  /\b([a-z][a-z-]*)\.md(?:,? (\d+(?:\.\d+)*|[A-K](?![\w-])|[A-Z]\d{1,3}\b|[A-Z]{2,}(?:-\d{2})?\b))?/g;
/** A page and a quotation from it: `traps.md, "LDS_PARAM_LOAD"`, `pops.md 3, "MODE hazard"`. */
const QUOTATION = /\b([a-z][a-z-]*)\.md(?:,? \d+(?:\.\d+)*)?, "([^"]+)"/g;
/**
 * A statement (including the project's own), an unknown of pops.md 10, or a fault. U32 and U64 are types. S-000, F00
 * and F999 are deliberately invalid.
 */
const NUMBERED_ID = /\b([SRPX]-(?!000)\d{3}|U(?!32|64)\d{1,2}|F(?!00|999)\d{2,3})\b(?!-)/g;
/** Pages that the tool writes next to its results. */
const GENERATED_PAGES = ['report', 'shrunk'];

interface Citation {
  readonly source: string;
  readonly page: string;
  readonly anchor: string | undefined;
}

const pages = new Map(
  readdirSync(REFERENCE).map((name) => [
    name.replace(/\.md$/, ''),
    readFileSync(join(REFERENCE, name), 'utf8'),
  ]),
);

function* readSources(): Generator<readonly [file: string, text: string]> {
  const inFolders = SEARCHED_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const atRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  for (const file of [...inFolders, ...atRoot]) {
    if (!/\.(?:ts|md|mjs)$/.test(file) || file.startsWith(join('docs', 'reference'))) continue;
    if (file.startsWith(SITE)) continue;
    if (WITH_MADE_UP_PAGES.includes(file)) continue;
    yield [file, readFileSync(join(ROOT, file), 'utf8')];
  }
}

/** Returns the text of a page in the reference, next to the citing file, in docs or at the root. */
function readPage(file: string, name: string): string | undefined {
  const known = pages.get(name);
  if (known !== undefined) return known;
  const folders = [dirname(join(ROOT, file)), join(ROOT, 'docs'), ROOT];
  const path = folders
    .map((folder) => resolve(folder, `${name}.md`))
    .find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : readFileSync(path, 'utf8');
}

/** Returns whether a page has a heading with that number or letter, or a row with that id. */
function hasAnchor(page: string, anchor: string): boolean {
  const escaped = anchor.replaceAll('.', '\\.');
  return (
    new RegExp(`^#+ ${escaped}[.: ]`, 'm').test(page) ||
    new RegExp(`^\\| ${escaped}(?:[ab])? \\|`, 'm').test(page) ||
    new RegExp(`^- ${escaped} `, 'm').test(page)
  );
}

/** Returns whether a page contains the given words. Code markup is ignored. */
function hasWords(page: string, words: string): boolean {
  return page.replaceAll('`', '').includes(words);
}

/** The pages that define ids, keyed by the first letter of the id. All other ids are statements. */
const PAGES_BY_LETTER: Readonly<Record<string, string>> = { U: 'pops', F: 'faults' };

const addedStatements = readAddedStatements();

/** Returns whether a page or one of the project's lists contains the statement, unknown or fault. */
function isKnownId(id: string): boolean {
  if ([...addedStatements, ...FAULTS].some((entry) => entry.id === id) || id in UNKNOWNS) return true;
  return hasAnchor(pages.get(PAGES_BY_LETTER[id[0]!] ?? 'statements')!, id);
}

function findCitations(file: string, text: string): readonly Citation[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(CITATION)].map(([, page, anchor]) => ({
      source: `${file}:${index + 1}`,
      page: page!,
      anchor,
    })),
  );
}

describe('citations in sources and documents', () => {
  const files = [...readSources()];

  it('refer to existing pages, and to existing headings or rows on them', () => {
    const problems = files.flatMap(([file, text]) =>
      findCitations(file, text).flatMap(({ source, page: name, anchor }) => {
        if (GENERATED_PAGES.includes(name)) return [];
        const page = readPage(file, name);
        if (page === undefined) return [`${source}: ${name}.md does not exist`];
        const isKnown =
          anchor === undefined || hasAnchor(page, anchor) || FAULTS.some(({ id }) => id === anchor);
        return isKnown ? [] : [`${source}: ${name}.md has no ${anchor}`];
      }),
    );
    expect(problems).toEqual([]);
  });

  it('quote text that appears on the page', () => {
    const problems = files.flatMap(([file, text]) =>
      [...text.replace(/\n \* /g, ' ').matchAll(QUOTATION)].flatMap(([, name, words]) =>
        hasWords(readPage(file, name!) ?? '', words!) ? [] : [`${file}: ${name}.md has no "${words}"`],
      ),
    );
    expect(problems).toEqual([]);
  });

  it("refer to statements, unknowns and faults in the reference or the project's own lists", () => {
    const problems = files.flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(NUMBERED_ID)].flatMap(([, id]) =>
            isKnownId(id!) ? [] : [`${relative('.', file)}:${index + 1}: ${id}`],
          ),
        ),
    );
    expect(problems).toEqual([]);
  });

  it('are rejected if the section, page or number is invalid', () => {
    const [{ page, anchor }] = findCitations('x.ts', '/** pops.md 99.9 */') as [Citation];
    expect([page, anchor, hasAnchor(pages.get('pops')!, anchor!)]).toEqual(['pops', '99.9', false]);
    expect(hasAnchor(pages.get('pops')!, '5.4')).toBe(true);
    expect(hasAnchor(pages.get('goals')!, 'C1')).toBe(true);
    expect(hasAnchor(pages.get('goals')!, 'C99')).toBe(false);
    expect(hasAnchor(pages.get('checking')!, 'ORD-06')).toBe(true);
    expect(['S-041', 'X-001', 'U19', 'F46', 'F80'].filter((id) => !isKnownId(id))).toEqual([]);
    expect(['S-999', 'X-099', 'U99', 'F998'].filter(isKnownId)).toEqual([]);
    expect(hasWords(pages.get('traps')!, 'Exports outlive s_endpgm')).toBe(true);
    expect(hasWords(pages.get('traps')!, 'Exports outlive s_nop')).toBe(false);
    expect(readPage('x.ts', 'no-such-page')).toBeUndefined();
  });
});
