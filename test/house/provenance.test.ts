import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs', 'provenance.md'), 'utf8');

interface LockEntry {
  readonly version: string;
  readonly license: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

function readJson(file: string) {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
}

const { dependencies, devDependencies } = readJson('package.json') as Record<string, Record<string, string>>;
const direct = { ...dependencies, ...devDependencies };
const { packages } = readJson('package-lock.json') as { packages: Record<string, LockEntry> };
const locked = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ path, name: path.replace(/^.*node_modules\//, ''), ...entry }));

const LICENCES = ['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause', '0BSD', 'MPL-2.0', 'MIT OR Apache-2.0'];
/** Scripts that npm runs when it installs a package. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

/** Returns the cells of each row of the table under the given heading. */
function readRows(heading: string): string[][] {
  const [, section] = PAGE.split(`## ${heading}\n`);
  return section!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

it('lists every direct dependency with its exact version, licence and reason', () => {
  const documented = readRows('Direct dependencies').map(([name, version, licence]) => [
    name,
    version,
    licence,
  ]);
  const installed = Object.entries(direct).map(([name, version]) => [
    name,
    version,
    locked.find(({ path }) => path === `node_modules/${name}`)!.license,
  ]);
  expect(documented.sort()).toEqual(installed.sort());
  expect(readRows('Direct dependencies').filter((cells) => cells.length !== 6 || cells.includes(''))).toEqual(
    [],
  );
});

it('lists every indirect package once, except platform-specific builds', () => {
  const documented = readRows('Indirect dependencies').flatMap(([, names]) => names!.split(', '));
  const indirect = locked
    .filter(({ name, os, cpu }) => !Object.hasOwn(direct, name) && os === undefined && cpu === undefined)
    .map(({ name }) => name);
  // An empty package occurs several times in the lockfile.
  expect(documented.sort()).toEqual([...new Set(indirect)].sort());
});

it('uses only packages with accepted licences and without install scripts', () => {
  expect(locked.filter(({ license }) => !LICENCES.includes(license))).toEqual([]);
  expect(locked.filter(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
  const withInstallScript = locked.filter(({ path }) => {
    const file = join(path, 'package.json');
    if (!existsSync(join(ROOT, file))) return false;
    return INSTALL_SCRIPTS.some((script) => Object.hasOwn(readJson(file).scripts ?? {}, script));
  });
  expect(withInstallScript).toEqual([]);
});

it.each(['test/package/linters'])(
  'every package in %s has a hash and no install script, and direct dependencies are listed',
  (folder) => {
    const { devDependencies: tools } = readJson(`${folder}/package.json`) as Record<
      string,
      Record<string, string>
    >;
    for (const [name, version] of Object.entries(tools!))
      expect(PAGE).toMatch(new RegExp(`${name}\\s${version} \\(`));
    const { packages: entries } = readJson(`${folder}/package-lock.json`) as {
      packages: Record<string, LockEntry>;
    };
    const { '': root, ...others } = entries;
    expect(root).toBeDefined();
    for (const entry of Object.values(others)) {
      expect(entry.integrity).toMatch(/^sha512-/);
      expect(entry.hasInstallScript).toBeUndefined();
    }
  },
);

it('lists every lockfile entry without a hash', () => {
  const [, list] = PAGE.split('## Lockfile entries without a hash\n');
  const documented = Array.from(list!.matchAll(/^- (\S+)$/gm), ([, name]) => name);
  const withoutHash = locked.filter(({ integrity }) => integrity === undefined).map(({ name }) => name);
  expect(documented.sort()).toEqual(withoutHash.sort());
});
