import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FEATURES } from './support/rooms.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The device, its stimulus and its checkers. */
const CORE = ['arch', 'transactions', 'rtl-model', 'stimulus', 'checkers', 'coverage'];

/**
 * The top-level folders that each one may import from (ARCHITECTURE.md). The build enforces the same rules through
 * project references.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  arch: [],
  transactions: ['arch'],
  'rtl-model': ['arch', 'transactions'],
  stimulus: ['arch', 'transactions'],
  checkers: ['arch', 'transactions'],
  coverage: ['arch', 'transactions'],
  harness: CORE,
  failures: [...CORE, 'harness'],
  closure: [...CORE, 'harness', 'failures'],
  runs: [...CORE, 'harness', 'failures', 'closure'],
  intake: [...CORE, 'harness', 'failures', 'runs'],
  cli: [...CORE, 'harness', 'failures', 'closure', 'runs', 'intake'],
};

/** The maximum number of names that an index may export, to keep it readable. */
const MAX_NAMES = 60;

/**
 * Modules that other folders may import directly instead of through an index: to start threads without loading another
 * folder, to print a line without loading a schema, to use configuration types without running a configuration, or to
 * load only the part that a layer needs.
 */
const DIRECT_IMPORTS: readonly string[] = [
  'transactions/usage-error.js',
  'transactions/visible-text.js',
  'checkers/evidence/static/examine.js',
  'harness/basics/colour-mark.js',
  'harness/basics/is-file.js',
  'intake/check-trace/trace-reader.js',
  'harness/extension/config.js',
  'harness/extension/extension.js',
  'runs/command/run-defaults.js',
];

/**
 * Groups of files that import each other's types because their records refer to each other, such as a wave and its
 * accesses.
 */
const MUTUAL_IMPORTS: readonly (readonly string[])[] = [
  ['checkers/evidence/ledger/access-record.ts', 'checkers/evidence/ledger/wave-record.ts'],
  ['rtl-model/spi/background/group.ts', 'rtl-model/wave.ts'],
  ['transactions/cosim/design.ts', 'transactions/scenario.ts'],
  ['transactions/kinds/at.ts', 'transactions/kinds/formation.ts', 'transactions/kinds/quiesced.ts'],
];

const IMPURE_CALL =
  /Math\.(random|sin|cos|tan|exp|log|log2|pow)\b|Date\.now|new Date|performance\.now|process\.env/;

interface Source {
  readonly dir: string;
  readonly path: string;
  readonly text: string;
}

const sources: Source[] = Object.keys(MAY_IMPORT).flatMap((dir) =>
  readdirSync(join(ROOT, dir), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ dir, path: join(dir, path), text: readFileSync(join(ROOT, dir, path), 'utf8') })),
);

it('top-level folders import only from the folders they may depend on, and only through an index', () => {
  const problems = sources.flatMap(({ dir, path, text }) =>
    [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].flatMap(([, specifier]) => {
      const target = relative(ROOT, resolve(ROOT, dirname(path), specifier));
      const [importedFolder] = target.split('/');
      if (importedFolder === dir || !(importedFolder in MAY_IMPORT)) return [];
      if (!MAY_IMPORT[dir].includes(importedFolder))
        return [`${path}: ${dir} may not import ${importedFolder}`];
      if (DIRECT_IMPORTS.includes(target) || isEntryPoint(dir, target)) return [];
      return [`${path}: import the index of its folder instead of ${specifier}`];
    }),
  );
  expect(problems).toEqual([]);
});

it('the index of each feature folder exports between 1 and 60 names', () => {
  const indexes = sources.filter(({ dir, path }) => FEATURES.includes(dir) && path.endsWith('/index.ts'));
  const sizes = indexes.map(({ path, text }) => [path, countNames(path, text)] as const);
  expect(sizes.length).toBeGreaterThan(FEATURES.length);
  expect(sizes.filter(([, names]) => names === 0 || names > MAX_NAMES)).toEqual([]);
});

it('there are no import cycles, not even through types', () => {
  const imports = new Map(sources.map(({ path, text }) => [path, findStaticImports(path, text)]));
  const inCycles = [...imports.keys()].filter((path) => findReachable(path, imports).has(path));
  expect(inCycles.sort()).toEqual(MUTUAL_IMPORTS.flat().sort());
});

it("pure modules do not use the host's random numbers, clocks or inexact functions", () => {
  const pure = sources.filter(({ dir }) => MAY_IMPORT[dir].length <= 2);
  const problems = pure.filter(({ text }) => IMPURE_CALL.test(text)).map(({ path }) => path);
  expect(problems, 'use the choice interface, the seed stream, or a value passed in').toEqual([]);
});

it('files are small enough to read in one go', () => {
  const large = sources
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > 400);
  expect(large).toEqual([]);
});

/**
 * Returns whether code in another top-level folder may import this module: it must be a top-level or feature index or,
 * for `cli`, a module that defines a command.
 */
function isEntryPoint(from: string, target: string): boolean {
  const segments = target.split('/');
  const depth = FEATURES.includes(segments[0]!) ? 3 : 2;
  if (segments.length === depth && segments.at(-1) === 'index.js') return true;
  return from === 'cli' && target.endsWith('-command.js');
}

/** Counts the names that an index exports, one by one or with their whole module. */
function countNames(path: string, text: string): number {
  const modules = [...text.matchAll(/export \* from '([^']+)\.js'/g)].map(([, module]) =>
    readFileSync(join(ROOT, dirname(path), `${module}.ts`), 'utf8'),
  );
  const listed = [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, names]) => names.split(','));
  const exported = modules.flatMap((module) => module.match(/^export /gm) ?? []);
  return listed.filter((name) => /\w/.test(name)).length + exported.length;
}

/** Returns the files that a file imports statically, including type-only imports. */
function findStaticImports(path: string, text: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, specifier]) =>
    relative(ROOT, resolve(ROOT, dirname(path), specifier)).replace(/\.js$/, '.ts'),
  );
}

/** Returns the files that a file imports, directly or indirectly. */
function findReachable(path: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const next = [...(imports.get(path) ?? [])];
  for (let target = next.pop(); target !== undefined; target = next.pop()) {
    if (reached.has(target)) continue;
    reached.add(target);
    next.push(...(imports.get(target) ?? []));
  }
  return reached;
}
