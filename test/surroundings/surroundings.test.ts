import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import type { Fault } from './fault.js';
import { FAULTS_BY_HEADING } from './table.js';

const ROOT = findPackageRoot();

it('docs/reliability.md lists exactly the faults and promises in the table', () => {
  const page = readFileSync(join(ROOT, 'docs', 'reliability.md'), 'utf8');
  const documentedRows = page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0], parseRows(section)]);
  const tableRows = Object.entries(FAULTS_BY_HEADING).map(([heading, faults]) => [
    heading,
    faults.map(({ fault, promise }) => [fault.replaceAll('|', '\\|'), promise]),
  ]);
  expect(documentedRows).toEqual(tableRows);
});

it('every test file that a fault refers to exists', () => {
  const files = Object.values(FAULTS_BY_HEADING).flatMap((faults: readonly Fault[]) =>
    faults.map(({ test }) => test),
  );
  expect(files.filter((file) => typeof file === 'string' && !existsSync(join(ROOT, file)))).toEqual([]);
});

it("each heading's faults are tested by exactly one file", () => {
  const folder = join(ROOT, 'test', 'surroundings');
  const files = readdirSync(folder).filter((file) => file.endsWith('.conform.ts'));
  const headings = files.map(
    (file) => /testFaults\('(.*)'\)/.exec(readFileSync(join(folder, file), 'utf8'))?.[1],
  );
  expect(headings.sort()).toEqual(Object.keys(FAULTS_BY_HEADING).sort());
});

/** Returns a table's rows without the header, as lists of cells. */
function parseRows(section: string): string[][] {
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
    .slice(1)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
