import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../base/basics/package-root.js';
import { EXIT } from '../../base/terminal/exit-code.js';
import { COVERAGE_FORMAT } from '../../coverage/data/coverage-data.js';
import { MODEL_VERSION, SCENARIO_FORMAT } from '../../transactions/index.js';

const ROOT = packageRoot();
const CHANGES = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
const PROMISES = readFileSync(join(ROOT, 'docs', 'stability.md'), 'utf8');
/** The first model version with stored files. */
const FIRST_KEPT = 3;

it('the changelog has the form of Keep a Changelog, from the newest version to the oldest', () => {
  const headings = CHANGES.split('\n').filter((line) => line.startsWith('## '));
  expect(headings[0]).toBe('## [Unreleased]');
  for (const heading of headings.slice(1))
    expect(heading).toMatch(/^## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  const dates = headings.slice(1).map((heading) => heading.slice(-10));
  expect(dates).toEqual([...dates].sort().reverse());
  const kinds = Array.from(CHANGES.matchAll(/^### (.*)$/gm), ([, kind]) => kind);
  expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toEqual(
    expect.arrayContaining(kinds),
  );
});

it('the changelog lists every version of the model, and files of each one since version 3 are kept', () => {
  for (let model = 2; model <= MODEL_VERSION; model++) {
    expect(CHANGES).toMatch(new RegExp(`^- Model version ${model} \\(\\d{4}-\\d\\d-\\d\\d\\): `, 'm'));
    if (model >= FIRST_KEPT) expect(existsSync(join(ROOT, 'test', 'earlier', `model-${model}`))).toBe(true);
  }
});

it('docs/stability.md has the current exit codes and versions', () => {
  const codes = Array.from(PROMISES.matchAll(/^\| (\d+) +\| [a-z]/gm), ([, code]) => Number(code));
  expect(codes).toEqual(Object.values(EXIT));
  const versions = Array.from(
    PROMISES.matchAll(/^\| (scenario|model|coverage)\b[^|]*\| (\d+) /gm),
    (cells) => [cells[1], Number(cells[2])],
  );
  expect(versions).toEqual([
    ['scenario', SCENARIO_FORMAT],
    ['model', MODEL_VERSION],
    ['coverage', COVERAGE_FORMAT],
  ]);
});
