import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { MODEL, UNITS } from '../support/model-units.js';
import { listTestFiles } from './support/test-files.js';

/**
 * Matches the source of a rule: a statement, an unknown, a reference page, a manual, or another unit that owns the
 * rule.
 */
const SOURCE =
  /\b[PRSU]-?\d{1,3}\b|\b(pops|pipeline|traps|faults)\.md\b|\b[Cc]orpus\b|\bLLVM\b|\bISA\b|Golden README|Our (rule|knob|contract)|`\.\.\/\w+`/;

it('the model has the expected units', () => {
  expect(UNITS).toEqual(['db', 'gds', 'lds', 'memory', 'rb', 'sc', 'spi', 'sq', 'sqc', 'sx']);
});

it.each(UNITS)('%s documents every parameter in spec.ts', (unit) => {
  const text = readFileSync(join(MODEL, unit, 'spec.ts'), 'utf8');
  const declarations = text.split(/^export (?=const|interface|function)/m);
  expect(declarations.length).toBeGreaterThan(1);
  const undocumented = declarations.slice(0, -1).filter((before) => !/(\*\/|;)\n$/.test(before));
  expect(undocumented).toEqual([]);
});

it.each(UNITS)(
  'the README of %s states the bounds of the unit, and numbers its rules and cites their sources',
  (unit) => {
    const text = readFileSync(join(MODEL, unit, 'README.md'), 'utf8');
    expect(text).toMatch(/^Bounds: /m);
    const [rules] = text.split(/^Bounds: /m);
    const items = rules!.split(/^(?=\d+\. )/m).slice(1);
    expect(items.map((item) => Number.parseInt(item, 10))).toEqual(items.map((_, i) => i + 1));
    expect(items.filter((item) => !SOURCE.test(item))).toEqual([]);
  },
);

const ROOT = findPackageRoot();
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

it('`npm run pages` runs every test with a file snapshot', () => {
  const snapshotTests = listTestFiles().filter((path) =>
    /\.toMatchFileSnapshot\(|expectGenerated\w+\(/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
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

/** Returns the headings' anchors in a page, as GitHub makes them, and those that it sets itself. */
function listAnchors(text: string): readonly string[] {
  const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading]) => {
    const plain = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    return plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
  });
  return [...headings, ...Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id]) => id!)];
}

it.skipIf(!existsSync(join(ROOT, '.git')))(
  'every link between pages leads to a file and a heading that exist',
  () => {
    const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter((page) => page !== '' && existsSync(join(ROOT, page)));
    const broken = pages.flatMap((page) => {
      const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
      const links = Array.from(text.matchAll(/\]\((?!\w+:)([^)\s]*)\)/g), ([, link]) => link!);
      return links
        .filter((link) => {
          const [path, anchor] = link.split('#') as [string, string?];
          const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
          // `npm run docs` writes this folder.
          if (file.startsWith(join(ROOT, 'docs', 'site'))) return false;
          if (!existsSync(file)) return true;
          return anchor !== undefined && !listAnchors(readFileSync(file, 'utf8')).includes(anchor);
        })
        .map((link) => `${page}: ${link}`);
    });
    expect(pages.length).toBeGreaterThan(50);
    expect(broken).toEqual([]);
  },
);
