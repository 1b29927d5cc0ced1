import { greatestOf } from '../arch/index.js';
/** One column of a text table; numbers stand right. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Rows under their titles, columns as wide as their longest cell and two blanks apart; no trailing blanks. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, i) =>
    greatestOf(
      rows.map((row) => row[i]!.length),
      title.length,
    ),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (columns[i]!.align === 'right' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)].join('\n');
}

/** The same rows as a Markdown table. */
export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'));
  return [line(columns.map(({ title }) => title)), line(rule), ...rows.map(line)].join('\n');
}
