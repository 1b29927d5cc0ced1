import { readFileSync } from 'node:fs';

/** The lines between which a source file contains generated code. */
const CODE = { begin: 'Generated from the table; do not edit by hand.', end: 'End of generated code.' };

/**
 * Expects the generated part of a source file, which is everything between the lines of its two comments.
 * `vitest -u` writes the part; the rest of the file is written by hand.
 */
export async function expectGeneratedCode(path: string, code: string): Promise<void> {
  const lines = readFileSync(path, 'utf8').split('\n');
  const [begin, end] = [CODE.begin, CODE.end].map((mark) => lines.findIndex((line) => line.includes(mark)));
  const whole = [...lines.slice(0, begin! + 1), ...code.trimEnd().split('\n'), ...lines.slice(end)];
  await expect(whole.join('\n')).toMatchFileSnapshot(path);
}

/** Expects the generated tables of a page, by the line before each. A table ends at an empty line. */
export async function expectGeneratedTables(
  path: string,
  tables: Readonly<Record<string, string>>,
): Promise<void> {
  let page = readFileSync(path, 'utf8');
  for (const [line, table] of Object.entries(tables)) {
    const begin = page.indexOf(`\n${line}\n\n`) + line.length + 3;
    const end = page.indexOf('\n\n', begin);
    page = `${page.slice(0, begin)}${table}${end < 0 ? '\n' : page.slice(end)}`;
  }
  await expect(page).toMatchFileSnapshot(path);
}
