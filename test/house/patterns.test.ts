import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { createTempFolder } from '../cli/support/run-cli.js';
import { FEATURES } from './support/rooms.js';

const READ = 'read them with harness/input';
const UNPACK = 'unpack it with harness/input';
const PRINT = 'print it with harness/terminal/terminal.ts';
const WRITE = 'write with harness/output';

/** Code that bypasses the project's I/O modules, and part of the linter's message about it. */
const BYPASSES: readonly (readonly [label: string, source: string, advice: string])[] = [
  ['process.stdout.write', "process.stdout.write('a');", PRINT],
  ['process.stderr.write', "process.stderr.write('a');", PRINT],
  ['process.stdout stored in a variable', 'export const out = process.stdout;', PRINT],
  ["process['stdout']", "process['stdout'].write('a');", PRINT],
  ['writeSync', "import { writeSync } from 'node:fs';\nwriteSync(1, 'a');", PRINT],
  ['console.log', "console.log('a');", 'console'],
  ['readFileSync', "import { readFileSync } from 'node:fs';\nreadFileSync('a');", READ],
  ['a namespace import of node:fs', "import * as fs from 'node:fs';\nfs.readFileSync('a');", READ],
  ['node:fs/promises', "import { readFile } from 'node:fs/promises';\nreadFile('a');", READ],
  ['gunzipSync', "import { gunzipSync } from 'node:zlib';\ngunzipSync('a');", UNPACK],
  ['MessagePack decode', "import { decode } from '@msgpack/msgpack';\ndecode([]);", 'decodeMessagePack'],
  [
    'writeFileSync',
    "import { writeFileSync } from 'node:fs';\nwriteFileSync('a', 'b', { flag: 'wx' });",
    WRITE,
  ],
  ['renameSync', "import { renameSync } from 'node:fs';\nrenameSync('a', 'b');", WRITE],
  ['setTimeout', 'setTimeout(() => undefined, 1e12);', 'harness/basics/timer.ts'],
  ['an array spread into Math.max', 'export const most = Math.max(0, ...[1]);', 'findMax'],
];

const folder = createTempFolder();
let lintErrors: readonly string[] = [];

function writeSource(path: string, source: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), `${source}\n`);
}

/**
 * Runs the linter, with the project's configuration, on a folder that contains a small file for each bypass and the two
 * exempt files.
 */
beforeAll(() => {
  for (const entry of ['biome.json', 'tools/lint'])
    cpSync(join(findPackageRoot(), entry), join(folder, entry), { recursive: true });
  for (const [index, [, source]] of BYPASSES.entries())
    writeSource(`harness/basics/bypass-${index}.ts`, source);
  writeSource('harness/input/unpack.ts', BYPASSES.find(([label]) => label === 'gunzipSync')![1]);
  writeSource('harness/terminal/terminal.ts', BYPASSES[0]![1]);
  const biome = join(findPackageRoot(), 'node_modules/.bin/biome');
  const { stdout } = spawnSync(biome, ['ci', '--vcs-enabled=false', '--reporter=github', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  lintErrors = stdout.split('\n').filter((line) => line.startsWith('::error'));
});

it.each(BYPASSES.map(([label, , advice], index) => [label, advice, index] as const))(
  'the linter rejects %s in code that reads or prints external data',
  (_, advice, index) => {
    const fileErrors = lintErrors.filter((line) => line.includes(`bypass-${index}.ts`));
    expect(fileErrors.join('\n')).toContain(advice);
  },
);

it('the linter allows such calls in the modules that wrap them', () => {
  const lintFile = (path: string): string =>
    lintErrors.filter((line) => line.includes(`file=${path}`)).join('\n');
  expect(lintFile('harness/input/unpack.ts')).not.toContain(UNPACK);
  expect(lintFile('harness/terminal/terminal.ts')).not.toContain(PRINT);
});

/** Folders whose code reads data from outside the project. */
const INPUT_FOLDERS = ['arch', 'transactions', 'coverage', 'stimulus', ...FEATURES];

/** Matches a regular expression literal with the `m` flag, under which `^` and `$` match at every line. */
const MULTI_LINE = /(?<![\w)])\/((?:[^/\\\n]|\\.)+)\/[dgisuvy]*m[dgisuvy]*(?=[.,;)\] \n])/g;

it('no multi-line pattern starts with \\s* or \\s+ (it would rescan all the following blank lines from every line)', () => {
  const found = INPUT_FOLDERS.flatMap(listSources).flatMap((path) =>
    [...readFileSync(join(findPackageRoot(), path), 'utf8').matchAll(MULTI_LINE)]
      .filter(([, pattern]) => /\^\(*\\s[*+]|\[\\s\\S\]\*/.test(pattern!))
      .map(([pattern]) => `${path}: ${pattern} (use [ \\t]*, or process it line by line)`),
  );
  expect(found).toEqual([]);
});

function listSources(folder: string): string[] {
  return readdirSync(join(findPackageRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}
