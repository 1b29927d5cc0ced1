import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COVERAGE_FORMAT } from '../../coverage/data/coverage-data.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { EXIT } from '../../harness/terminal/command-module.js';
import { MODEL_VERSION, SCENARIO_FORMAT } from '../../transactions/index.js';

const ROOT = findPackageRoot();
const CHANGELOG = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
const STABILITY_PAGE = readFileSync(join(ROOT, 'docs', 'stability.md'), 'utf8');
/** The oldest model version with stored files. */
const FIRST_STORED_VERSION = 3;

it('the changelog follows Keep a Changelog, newest version first', () => {
  const headings = CHANGELOG.split('\n').filter((line) => line.startsWith('## '));
  expect(headings[0]).toBe('## [Unreleased]');
  for (const heading of headings.slice(1))
    expect(heading).toMatch(/^## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  const dates = headings.slice(1).map((heading) => heading.slice(-10));
  expect(dates).toEqual([...dates].sort().reverse());
  const kinds = Array.from(CHANGELOG.matchAll(/^### (.*)$/gm), ([, kind]) => kind);
  expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toEqual(
    expect.arrayContaining(kinds),
  );
});

it('the changelog lists every model version, and files are stored for version 3 and later', () => {
  for (let model = 2; model <= MODEL_VERSION; model++) {
    expect(CHANGELOG).toMatch(new RegExp(`^- Model version ${model} \\(\\d{4}-\\d\\d-\\d\\d\\): `, 'm'));
    if (model >= FIRST_STORED_VERSION)
      expect(existsSync(join(ROOT, 'test', 'earlier', `model-${model}`))).toBe(true);
  }
});

it('docs/stability.md lists the current exit codes and versions', () => {
  const codes = Array.from(STABILITY_PAGE.matchAll(/^\| (\d+) +\| [a-z]/gm), ([, code]) => Number(code));
  expect(codes).toEqual(Object.values(EXIT));
  const versions = Array.from(
    STABILITY_PAGE.matchAll(/^\| (scenario|model|coverage)\b[^|]*\| (\d+) /gm),
    (match) => [match[1], Number(match[2])],
  );
  expect(versions).toEqual([
    ['scenario', SCENARIO_FORMAT],
    ['model', MODEL_VERSION],
    ['coverage', COVERAGE_FORMAT],
  ]);
});
