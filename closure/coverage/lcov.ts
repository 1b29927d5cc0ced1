import {
  type BinRow,
  COVERAGE_MODEL,
  type CompiledItem,
  type CoverageData,
  getBinRows,
} from '../../coverage/index.js';

/**
 * Sanitises names for tools that split them at dots and slashes: keeps only letters, digits and `_<>,-`. Distinct names
 * stay distinct.
 */
export function sanitiseNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const sanitised = name.replaceAll('+', '_up').replace(/[^\w<>,-]+/g, '_');
    let unique = sanitised;
    for (let n = 2; usedNames.has(unique); n++) unique = `${sanitised}_${n}`;
    usedNames.add(unique);
    return unique;
  });
}

/** Returns the path, relative to the repository root, of the file that declares a covergroup. */
export function getSourceFile(group: string): string {
  return `coverage/groups/${group}.ts`;
}

/** Returns the 1-based number of the line in `source` that declares a coverpoint or cross, or 1 if there is none. */
function findDeclarationLine(source: string, kind: 'point' | 'cross', name: string): number {
  const lines = source.split('\n');
  const isDeclaration = (line: string): boolean => {
    const text = line.trim();
    if (kind === 'cross') return text.includes(`name: '${name}'`);
    return [`${name}:`, `'${name}':`, `${name},`].some((start) => text.startsWith(start));
  };
  return Math.max(0, lines.findIndex(isDeclaration)) + 1;
}

/** The coverpoints and crosses declared on one line. */
interface SourceLine {
  readonly number: number;
  readonly items: { readonly name: string; readonly counts: readonly number[] }[];
}

/**
 * Formats functional coverage as an LCOV tracefile (see formats.md, section 3): each covergroup becomes a file, each
 * coverpoint or cross a function, and each counted bin a branch. A bin below its `at_least` gets a count of 0, since
 * LCOV cannot express "not yet covered". `readSource` takes a path relative to the repository root and returns the
 * file's content, or an empty string if there is no such file.
 */
export function formatLcov(
  data: CoverageData,
  testName: string,
  readSource: (file: string) => string,
): string {
  const rows = getBinRows(data);
  const files = COVERAGE_MODEL.groups.map(({ compiled }) => {
    const { name } = compiled.definition;
    const groupRows = rows.filter(({ group }) => group === name);
    const file = getSourceFile(name);
    return formatFileRecord(file, groupByLine(compiled.items, groupRows, readSource(file)));
  });
  return `TN:${testName.replace(/\W+/g, '_')}\n${files.join('')}`;
}

function groupByLine(items: readonly CompiledItem[], rows: readonly BinRow[], source: string): SourceLine[] {
  const names = sanitiseNames(items.map(({ name }) => name));
  const lines = new Map<number, SourceLine>();
  items.forEach((item, i) => {
    const counts = rows
      .slice(item.first, item.first + item.count)
      .filter(({ kind }) => kind === 'count')
      .map(({ isCovered, passed }) => (isCovered ? Math.min(passed.hits, Number.MAX_SAFE_INTEGER) : 0));
    if (counts.length === 0) return;
    const number = findDeclarationLine(source, item.kind, item.name);
    const line = lines.get(number) ?? { number, items: [] };
    lines.set(number, line);
    line.items.push({ name: names[i]!, counts });
  });
  return [...lines.values()].sort((a, b) => a.number - b.number);
}

function formatFileRecord(file: string, lines: readonly SourceLine[]): string {
  const items = lines.flatMap(({ number, items: lineItems }) =>
    lineItems.map((item) => ({ ...item, number })),
  );
  const branches = items.flatMap(({ counts }) => counts);
  const records = [
    `SF:${file}`,
    ...items.map(({ number, name }) => `FN:${number},${name}`),
    ...items.map(({ name, counts }) => `FNDA:${isHit(counts) ? 1 : 0},${name}`),
    `FNF:${items.length}`,
    `FNH:${items.filter(({ counts }) => isHit(counts)).length}`,
    ...lines.flatMap(formatBranchRecords),
    `BRF:${branches.length}`,
    `BRH:${branches.filter((count) => count > 0).length}`,
    ...lines.map((line) => `DA:${line.number},${countHits(line)}`),
    `LF:${lines.length}`,
    `LH:${lines.filter((line) => countHits(line) > 0).length}`,
    'end_of_record',
  ];
  return `${records.join('\n')}\n`;
}

function formatBranchRecords({ number, items }: SourceLine): string[] {
  return items.flatMap(({ counts }, block) =>
    counts.map((count, branch) => `BRDA:${number},${block},${branch},${count}`),
  );
}

function countHits({ items }: SourceLine): number {
  const sum = items.flatMap(({ counts }) => counts).reduce((total, count) => total + count, 0);
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

function isHit(counts: readonly number[]): boolean {
  return counts.some((count) => count > 0);
}
