import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The folders of each room, in dependency order. Files may import only from their own folder and earlier ones.
 */
const WINGS: Readonly<Record<string, readonly string[]>> = {
  checkers: ['evidence', 'rules'],
  'checkers/evidence': [
    'basics',
    'geometry',
    'program',
    'static',
    'ledger',
    'reference',
    'visibility',
    'facts',
    'findings',
    'partial',
    'rule',
  ],
  'checkers/rules': [
    'paths',
    'cfg',
    'exp',
    'hang',
    'idle',
    'launch',
    'ord',
    'perf',
    'proto',
    'race',
    'vis',
    'wire',
    'weak',
  ],
  base: ['basics', 'text', 'output', 'terminal', 'input', 'page'],
  harness: [
    'elf',
    'programs',
    'extension',
    'suite-files',
    'selection',
    'records',
    'structure',
    'one-test',
    'threads',
    'workers',
    'options',
    'steering',
    'triage-findings',
    'run-directory',
  ],
  failures: [
    'stored',
    'export-scenario',
    'waves',
    'picture',
    'text',
    'viewer',
    'inevitability',
    'why',
    'replay',
    'shrink',
    'explore',
    'groups',
    'likeness',
    'triage',
    'fixed',
  ],
  closure: ['qualify', 'reachability', 'coverage', 'rank', 'aim', 'coverage-command', 'testplan', 'closing'],
  runs: ['history', 'batches', 'launch', 'queue', 'run', 'text', 'page', 'nights', 'report', 'command'],
  shaders: ['isa', 'golden', 'source', 'check', 'exec'],
  designs: ['vcd', 'check-trace', 'trace-writers', 'cosim'],
};

/** Files at the top level of a room. They may import from all its folders. */
const TOP_LEVEL_FILES: Readonly<Record<string, readonly string[]>> = {
  checkers: ['index.ts', 'rule-records.ts', 'rules.ts', 'scoreboards.ts'],
  'checkers/evidence': [],
  'checkers/rules': [],
  base: [],
  harness: [],
  failures: [],
  closure: [],
  runs: [],
  shaders: [],
  designs: [],
};

it.each(Object.keys(WINGS))(
  'files in %s import nothing from folders further down the list, not even types',
  (room) => {
    const levels = WINGS[room];
    const getLevel = (path: string): number => {
      const [folder, file] = path.slice(room.length + 1).split('/');
      return file === undefined ? levels.length : levels.indexOf(folder);
    };
    const files = readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(room, path));
    const upwardImports = files.flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
        .map(([, specifier]) => relative(ROOT, resolve(ROOT, dirname(path), specifier)))
        .filter((target) => target.startsWith(`${room}/`) && getLevel(target) > getLevel(path))
        .map((target) => `${path} imports ${target}`),
    );
    expect(upwardImports).toEqual([]);
  },
);

it.each(Object.keys(WINGS))('every folder and top-level file of %s is listed', (room) => {
  const entries = readdirSync(join(ROOT, room), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const files = entries.filter(({ name }) => name.endsWith('.ts')).map(({ name }) => name);
  expect(folders.sort()).toEqual([...WINGS[room]].sort());
  expect(files.sort()).toEqual(TOP_LEVEL_FILES[room]);
});
