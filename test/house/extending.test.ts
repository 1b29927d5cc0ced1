import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../regression/index.js';

const root = packageRoot();
const page = readFileSync(join(root, 'docs', 'extending.md'), 'utf8');

/** Files and code of the page's snippets, which name their file in the first line. */
const SNIPPETS = [...page.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)].map(
  ([, file, code]) => [file!, code!] as const,
);

test('the page on extending has snippets', () => {
  expect(SNIPPETS.length).toBeGreaterThan(3);
});

test.each(SNIPPETS)('code of %s stands in docs/extending.md as it is', (file, code) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(code);
});
