import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPackageRoot } from '../../harness/basics/package-root.js';

const ROOT = findPackageRoot();
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

it('`npm run pages` runs every test with a file snapshot', () => {
  const snapshotTests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:test|conform)\.ts$/.test(path))
    .map((path) => join('test', path))
    .filter((path) => /\.toMatchFileSnapshot\(/.test(readFileSync(join(ROOT, path), 'utf8')));
  const listed = [...scripts.pages!.matchAll(/test\/\S+\.ts/g)].map(([path]) => path);
  expect(listed.sort()).toEqual(snapshotTests.sort());
});

it('the transactions shown in ARCHITECTURE.md occur in the example trace', () => {
  const rows = [
    ...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| +(\d+) \| `([a-z-]+)`/gm),
  ];
  const trace = readFileSync(join(ROOT, 'docs', 'examples', 'trace', 'trace.jsonl'), 'utf8');
  expect(rows.length).toBeGreaterThan(5);
  for (const [, cycle, kind] of rows) expect(trace).toMatch(new RegExp(`"kind":"${kind}","cycle":${cycle},`));
});
