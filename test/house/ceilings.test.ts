import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPackageRoot } from '../../base/basics/package-root.js';
import { COMMANDS } from '../../cli/commands.js';
import { callCli } from '../cli/support/call-cli.js';
import { SOURCE_FOLDERS } from './support/rooms.js';

const ROOT = findPackageRoot();
const readText = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/**
 * Limits on how much users have to learn (CONTRIBUTING, "Ceilings"). An addition that would exceed a limit must replace
 * something.
 */
const CEILING = { commands: 22, scripts: 15, helpLines: 50, words: 45_000 };

/** Reference pages and generated pages, which do not count. */
const EXCLUDED =
  /^(?:CHANGELOG|docs\/(?:reference\/.*|site\/.*|api-report|fidelity|litmus|matrix))\.md$|(?:^|\/)(?:node_modules|dist|out|test)\//;

/** Returns the paths of the pages that are meant to be read from beginning to end. */
function listPages(): readonly string[] {
  const inFolders = ['docs', 'examples', 'data', ...SOURCE_FOLDERS].flatMap((folder) =>
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

it('has at most 22 commands and 15 npm scripts, and at most 50 lines in run --help', async () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Readonly<Record<string, string>> };
  const { stdout } = await callCli(['run', '--help']);
  expect(COMMANDS.length).toBeLessThanOrEqual(CEILING.commands);
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(CEILING.scripts);
  expect(stdout.split('\n').length - 1).toBeLessThanOrEqual(CEILING.helpLines);
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
  for (const limit of Object.values(CEILING)) expect(section).toContain(limit.toLocaleString('en-US'));
});
