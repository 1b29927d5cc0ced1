import { findMax } from '../../arch/index.js';

/** A table in a report: its columns and rows. */
export interface SummaryTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

/** A column of a text table. Columns of numbers are right-aligned. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Creates columns from their titles. A title after `>` belongs to a right-aligned column: `makeColumns('test', '>waves')`. */
export function makeColumns(...titles: readonly string[]): Column[] {
  return titles.map((title) =>
    title.startsWith('>') ? { title: title.slice(1), align: 'right' } : { title },
  );
}

/**
 * Formats rows below the column titles. Columns are as wide as their longest cell and separated by two spaces; lines
 * have no trailing spaces.
 */
export function formatTextTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = measureColumns(columns, rows);
  const formatRow = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (columns[i]!.align === 'right' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [formatRow(columns.map(({ title }) => title)), ...rows.map(formatRow)].join('\n');
}

/** Minimum width of a column whose cells wrap. */
const MIN_WRAPPED_WIDTH = 18;
const GAP = 2;

/**
 * Formats a table that is at most `width` characters wide. Cells in the widest columns wrap; if those columns would get
 * too narrow, each row becomes a block of lines.
 */
export function fitTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const widths = measureColumns(columns, rows);
  for (
    let excess =
      widths.reduce((sum, columnWidth) => sum + columnWidth, 0) + GAP * (columns.length - 1) - width;
    excess > 0;
    excess--
  ) {
    const widestIndex = widths.indexOf(findMax(widths));
    if (widths[widestIndex]! <= MIN_WRAPPED_WIDTH) return formatBlocks(columns, rows, width);
    widths[widestIndex]!--;
  }
  const wrappedRows = rows.flatMap((row) => {
    const cells = row.map((cell, i) => wrapText(cell, widths[i]!));
    const lineCount = findMax(cells.map((cellLines) => cellLines.length));
    return Array.from({ length: lineCount }, (_, line) => cells.map((cellLines) => cellLines[line] ?? ''));
  });
  return formatTextTable(columns, wrappedRows);
}

function measureColumns(columns: readonly Column[], rows: readonly (readonly string[])[]): number[] {
  return columns.map(({ title }, i) =>
    findMax(
      rows.map((row) => row[i]!.length),
      title.length,
    ),
  );
}

/**
 * Formats each row as a block: the first cell (with its title if it is a number), then the other cells, each indented
 * and with its title. A row with an empty first cell continues the block above.
 */
function formatBlocks(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const [first] = columns;
  return rows
    .flatMap((row) => [
      ...(row[0] === '' ? [] : [first!.align === 'right' ? `${first!.title}: ${row[0]}` : row[0]!]),
      ...columns.slice(1).flatMap(({ title }, i) => {
        const cell = row[i + 1]!;
        return cell === '' ? [] : wrapText(`  ${title}: ${cell}`, width, '    ');
      }),
    ])
    .join('\n');
}

/** Formats a Markdown table. */
export function formatMarkdownTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const formatRow = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const dashes = columns.map(({ align }) => (align === 'right' ? '---:' : '---'));
  return [formatRow(columns.map(({ title }) => title)), formatRow(dashes), ...rows.map(formatRow)].join('\n');
}

/**
 * Breaks text at spaces into lines of at most `width` characters. All lines but the first start with
 * `indent`.
 */
export function wrapText(text: string, width: number, indent = ''): string[] {
  return flowItems(text.split(' '), ' ', width, indent);
}

/** Lays out items in lines of at most `width` characters. Only items longer than a line are broken. */
export function flowItems(items: readonly string[], separator: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  const getIndent = (): string => (lines.length === 0 || indent.length >= width ? '' : indent);
  const getMaxLength = (): number => width - getIndent().length;
  const endLine = (): void => {
    lines.push((getIndent() + line).trimEnd());
    line = '';
  };
  items.forEach((item, i) => {
    let remaining = i + 1 < items.length ? item + separator : item;
    if (line !== '' && line.length + remaining.trimEnd().length > getMaxLength()) endLine();
    while (remaining.trimEnd().length > getMaxLength()) {
      line = remaining.slice(0, getMaxLength());
      remaining = remaining.slice(getMaxLength());
      endLine();
    }
    line += remaining;
  });
  if (line !== '' || lines.length === 0) endLine();
  return lines;
}
