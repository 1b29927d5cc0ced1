import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const words = ([text]: TemplateStringsArray): readonly string[] => text!.trim().split(/\s+/);

/**
 * The subfolders of each top-level folder, and of those in `checkers`, in dependency order, with the files that
 * subfolders import. Files may import only from their own subfolder and earlier ones.
 */
const FOLDER_ORDER: Readonly<Record<string, readonly string[]>> = {
  checkers: words`evidence kit.ts rules`,
  'checkers/evidence': words`basics geometry program static ledger reference visibility facts findings partial rule`,
  'checkers/rules': words`paths cfg exp hang haz idle launch ord perf proto race vis wire weak`,
  harness: words`
    built basics text output terminal input page elf programs extension suite-files selection
    records one-test threads workers options steering triage-findings run-directory`,
  failures: words`
    timeline stored export-scenario waves picture text viewer inevitability why replay shrink
    explore groups triage`,
  closure: words`qualify reachability coverage rank testplan aim coverage-command`,
  runs: words`history batches launch queue run text page nights report command`,
  intake: words`isa golden source check exec vcd check-trace cosim`,
};

/** Files directly in a folder. They may import from all its subfolders. */
const TOP_LEVEL_FILES: Readonly<Record<string, readonly string[]>> = {
  checkers: ['index.ts', 'kit.ts', 'rule-records.ts', 'rules.ts', 'scoreboards.ts'],
  'checkers/evidence': [],
  'checkers/rules': [],
  harness: [],
  failures: [],
  closure: [],
  runs: [],
  intake: [],
};

it.each(Object.keys(FOLDER_ORDER))(
  'files in %s never import from a later folder, not even types',
  (parent) => {
    const levels = FOLDER_ORDER[parent];
    const getLevel = (path: string): number => {
      const [folder, file] = path
        .slice(parent.length + 1)
        .replace(/\.js$/, '.ts')
        .split('/');
      return file === undefined && !levels.includes(folder) ? levels.length : levels.indexOf(folder);
    };
    const files = readdirSync(join(ROOT, parent), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(parent, path));
    const upwardImports = files.flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
        .map(([, specifier]) => relative(ROOT, resolve(ROOT, dirname(path), specifier)))
        .filter((target) => target.startsWith(`${parent}/`) && getLevel(target) > getLevel(path))
        .map((target) => `${path} imports ${target}`),
    );
    expect(upwardImports).toEqual([]);
  },
);

it.each(Object.keys(FOLDER_ORDER))('every subfolder and file directly in %s is listed', (parent) => {
  const entries = readdirSync(join(ROOT, parent), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const files = entries.filter(({ name }) => name.endsWith('.ts')).map(({ name }) => name);
  expect(folders.sort()).toEqual(FOLDER_ORDER[parent].filter((name) => !name.endsWith('.ts')).sort());
  expect(files.sort()).toEqual(TOP_LEVEL_FILES[parent]);
});
