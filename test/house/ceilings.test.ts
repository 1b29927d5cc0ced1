import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../cli/commands.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { callCli } from '../cli/support/call-cli.js';
import { SOURCE_FOLDERS } from './support/rooms.js';

const ROOT = findPackageRoot();
const readText = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/**
 * Limits on how much users have to learn (CONTRIBUTING, "Ceilings"). An addition that would exceed a limit must replace
 * something.
 */
const CEILING = { commands: 21, scripts: 14, helpLines: 50, words: 45_000 };

/** Limits on the tree: product lines and files under 40 lines, lines of tests, folders at the top. */
const TREE = { lines: 165_200, smallFiles: 223, testLines: 88_000 };
const MAX_FOLDERS = 16;
const SMALL = 40;

/** Reference pages and generated pages, which do not count. */
const EXCLUDED =
  /^(?:CHANGELOG|docs\/(?:reference\/.*|site\/.*|api-report|fidelity|litmus|matrix))\.md$|(?:^|\/)(?:node_modules|dist|out|test)\//;

/** Returns the paths of the pages that are meant to be read from beginning to end. */
function listPages(): readonly string[] {
  const inFolders = ['docs', 'data', ...SOURCE_FOLDERS].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return [...new Set([...readdirSync(ROOT), ...inFolders])].filter(
    (path) => path.endsWith('.md') && !EXCLUDED.test(path),
  );
}

/** Counts the words that contain a letter or digit, which excludes table rules and punctuation. */
function countWords(file: string): number {
  return readText(file).match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

it('has at most 21 commands and 14 npm scripts, and at most 50 lines in run --help', async () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Readonly<Record<string, string>> };
  const { stdout } = await callCli(['run', '--help']);
  expect(COMMANDS.length).toBeLessThanOrEqual(CEILING.commands);
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(CEILING.scripts);
  expect(stdout.split('\n').length - 1).toBeLessThanOrEqual(CEILING.helpLines);
});

/** Returns the number of lines of each tracked TypeScript file, by path. */
function countLines(): ReadonlyMap<string, number> {
  const tracked = execFileSync('git', ['ls-files', '*.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const files = tracked.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)));
  return new Map(files.map((file) => [file, readText(file).split('\n').length - 1]));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

it.skipIf(!existsSync(join(ROOT, '.git')))('keeps the tree and the tests within their lines', () => {
  const lines = [...countLines()];
  const countIn = (folders: readonly string[]): number[] =>
    lines.filter(([file]) => folders.includes(file.split('/')[0]!)).map(([, number]) => number);
  const product = countIn(SOURCE_FOLDERS);
  expect(sum(product)).toBeLessThanOrEqual(TREE.lines);
  expect(product.filter((number) => number < SMALL).length).toBeLessThanOrEqual(TREE.smallFiles);
  expect(sum(countIn(['test']))).toBeLessThanOrEqual(TREE.testLines);
});

it('has at most sixteen folders at the top', () => {
  const folders = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .filter(({ name }) => !['node_modules', 'dist', 'out'].includes(name));
  expect(folders.length).toBeLessThanOrEqual(MAX_FOLDERS);
});

it('keeps the word count of its pages within the ceiling', () => {
  const counted = listPages().map((page) => [page, countWords(page)] as const);
  const total = counted.reduce((sum, [, words]) => sum + words, 0);
  const longest = counted.toSorted(([, a], [, b]) => b - a).slice(0, 10);
  expect(
    total,
    `longest: ${longest.map(([page, words]) => `${page} ${words}`).join(', ')}`,
  ).toBeLessThanOrEqual(CEILING.words);
});

it('states the same ceilings in CONTRIBUTING', () => {
  const [, section] = readText('CONTRIBUTING.md').split('## Ceilings\n');
  for (const limit of [...Object.values(CEILING), ...Object.values(TREE)])
    expect(section).toContain(limit.toLocaleString('en-US'));
});
