import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../base/basics/package-root.js';
import type { Fault } from './fault.js';
import { SURROUNDINGS } from './table.js';

const ROOT = packageRoot();

it('docs/reliability.md promises exactly what the table has', () => {
  const page = readFileSync(join(ROOT, 'docs', 'reliability.md'), 'utf8');
  const promised = page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0], rowsIn(section)]);
  const listed = Object.entries(SURROUNDINGS).map(([heading, faults]) => [
    heading,
    faults.map(({ fault, promise }) => [fault.replaceAll('|', '\\|'), promise]),
  ]);
  expect(promised).toEqual(listed);
});

it('every fault tested by another file has that file', () => {
  const files = Object.values(SURROUNDINGS).flatMap((faults: readonly Fault[]) =>
    faults.map(({ test }) => test),
  );
  expect(files.filter((file) => typeof file === 'string' && !existsSync(join(ROOT, file)))).toEqual([]);
});

it("each heading's faults are tested by a file", () => {
  const folder = join(ROOT, 'test', 'surroundings');
  const files = readdirSync(folder).filter((file) => file.endsWith('.conform.ts'));
  const tried = files.map(
    (file) => /tryFaults\('(.*)'\)/.exec(readFileSync(join(folder, file), 'utf8'))?.[1],
  );
  expect(tried.sort()).toEqual(Object.keys(SURROUNDINGS).sort());
});

/** Rows of a table without its head. */
function rowsIn(section: string): string[][] {
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
