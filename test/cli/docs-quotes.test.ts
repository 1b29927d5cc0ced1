import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';

const FOLDER = join(findPackageRoot(), 'docs');
/** Code blocks quoted from source files. Each starts with a comment that gives the path. */
const QUOTES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) =>
    Array.from(
      readFileSync(join(FOLDER, page), 'utf8').matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm),
      ([, file, code]) => ({ page, file: file!, code: code! }),
    ),
  );

it('docs/ contains quoted code', () => {
  expect(QUOTES.length).toBeGreaterThan(4);
});

it.each(QUOTES)('$page quotes $file verbatim', ({ file, code }) => {
  expect(readFileSync(join(findPackageRoot(), file), 'utf8')).toContain(code);
});
