import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Rooms and what each may import, as ARCHITECTURE.md says; the build enforces the same by project references. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  bundle: [],
  arch: [],
  transactions: ['arch'],
  'rtl-model': ['arch', 'transactions'],
  stimulus: ['arch', 'transactions'],
  checkers: ['arch', 'transactions'],
  coverage: ['arch', 'transactions'],
  timeline: ['arch', 'transactions'],
  regression: ['bundle', 'arch', 'transactions', 'rtl-model', 'stimulus', 'checkers', 'coverage'],
  report: ['arch', 'transactions', 'coverage', 'timeline', 'regression'],
  public: ['arch', 'transactions', 'stimulus', 'checkers', 'coverage', 'regression', 'report'],
  cli: [
    'bundle',
    'arch',
    'transactions',
    'rtl-model',
    'stimulus',
    'checkers',
    'coverage',
    'timeline',
    'regression',
    'report',
  ],
};

/** Parts of a room that are wanted without the rest: what prints a line loads no schema, what types a configuration runs none, and a layer has its part alone. */
const FURTHER_FACES: readonly string[] = [
  'transactions/usage-error.js',
  'transactions/visible-text.js',
  'checkers/static/examine.js',
  'regression/basics/colour-mark.js',
  'regression/check-trace/trace-reader.js',
  'regression/extension/config.js',
  'regression/extension/extension.js',
];

/** Pairs of records that hold each other, one idea in two files: a wave its accesses or its group, and these their wave. */
const PAIRS: readonly (readonly string[])[] = [
  ['checkers/ledger/access-record.ts', 'checkers/ledger/wave-record.ts'],
  ['rtl-model/spi/background/group.ts', 'rtl-model/wave.ts'],
];

const CHANCE_OR_CLOCK =
  /Math\.(random|sin|cos|tan|exp|log|log2|pow)\b|Date\.now|new Date|performance\.now|process\.env/;

interface Source {
  readonly room: string;
  readonly path: string;
  readonly text: string;
}

const sources: Source[] = Object.keys(MAY_IMPORT).flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ room, path: join(room, path), text: readFileSync(join(ROOT, room, path), 'utf8') })),
);

it('lets no import cross rooms against their rules, or reach past the index of another room', () => {
  const wrong = sources.flatMap(({ room, path, text }) =>
    [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].flatMap(([, specifier]) => {
      const target = relative(ROOT, resolve(ROOT, dirname(path), specifier));
      const [other] = target.split('/');
      if (other === room || !(other in MAY_IMPORT)) return [];
      if (!MAY_IMPORT[room].includes(other)) return [`${path}: ${room} may not import ${other}`];
      return target === `${other}/index.js` || FURTHER_FACES.includes(target)
        ? []
        : [`${path}: import ${other}/index.js instead of ${specifier}`];
    }),
  );
  expect(wrong).toEqual([]);
});

it('lets no files import each other in a circle, types included', () => {
  const imports = new Map(sources.map(({ path, text }) => [path, staticImports(path, text)]));
  const inCircles = [...imports.keys()].filter((path) => reachable(path, imports).has(path));
  expect(inCircles.sort()).toEqual(PAIRS.flat().sort());
});

it('keeps chance, clocks and inexact functions of the host out of the pure rooms', () => {
  const pure = sources.filter(({ room }) => MAY_IMPORT[room].length <= 2);
  const wrong = pure.filter(({ text }) => CHANCE_OR_CLOCK.test(text)).map(({ path }) => path);
  expect(wrong, 'use the choice port, the seed stream, or a value passed in').toEqual([]);
});

it('keeps files small enough to read at one sitting', () => {
  const large = sources
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > 400);
  expect(large).toEqual([]);
});

/** Files that a file imports when it is loaded, or for their types. */
function staticImports(path: string, text: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, specifier]) =>
    relative(ROOT, resolve(ROOT, dirname(path), specifier)).replace(/\.js$/, '.ts'),
  );
}

/** Files that a file leads to by one import or more. */
function reachable(path: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const next = [...(imports.get(path) ?? [])];
  for (let target = next.pop(); target !== undefined; target = next.pop()) {
    if (reached.has(target)) continue;
    reached.add(target);
    next.push(...(imports.get(target) ?? []));
  }
  return reached;
}
