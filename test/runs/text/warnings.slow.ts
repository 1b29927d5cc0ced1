import { findRunChanges, formatWarningChanges } from '../../../closure/coverage/run-changes.js';
import { compareWithFaultFree } from '../../../harness/one-test/fault-effect.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import type { KnownIssue } from '../../../harness/records/known-issues.js';
import { listWarnings } from '../../../harness/records/warning-counts.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { makeColours } from '../../../harness/text/colours.js';
import { runBatch } from '../../../harness/workers/batch.js';
import { parseFailOn } from '../../../runs/command/run-options.js';
import { renderChanges } from '../../../runs/page/sections/changes.js';
import { formatJunit } from '../../../runs/text/junit.js';
import { buildRunDocument } from '../../../runs/text/run-document.js';
import { formatRunMarkdown } from '../../../runs/text/run-markdown.js';
import { formatRun } from '../../../runs/text/run-text.js';
import { createReport } from '../page/support/page.js';

const FIRST = { sequence: 'rmw_image', index: 0, seed: '0x1' };
const PERF_07 = 'PERF-07 registers gfx11 rmw_image/navi31/w32/mono';
const ISSUE: KnownIssue = { signature: `${PERF_07}*`, reason: 'table', owner: 'ada', expires: '2999-01-01' };

/** Creates the report of a run with warnings of PERF-07 at one place, and three of PERF-04. */
function createWarned(times: number, knownIssues: readonly KnownIssue[] = []) {
  const report = createReport('tuesday', []);
  report.tally.warnings[PERF_07] = { rule: 'PERF-07', times, first: FIRST };
  report.tally.warnings['PERF-04 program gfx9 plain'] = { rule: 'PERF-04', times: 3, first: FIRST };
  return { ...report, request: { ...report.request, knownIssues } };
}

it('warnings are counted by rule on the terminal, and by place in report.md, junit and --json', () => {
  const report = createWarned(672, [ISSUE]);
  expect(formatRun(report, makeColours(false))).toMatch(
    /^warnings {2}PERF-04 3: Sections do not .*\nwarnings {2}PERF-07 672 \(known\): Export order is not forced\.$/m,
  );
  expect(formatRunMarkdown(report)).toContain(
    `## Warnings\n\n- PERF-04 program gfx9 plain, 3 times, first in rmw_image.0\n- ${PERF_07}, 672 times, known: table (ada, until 2999-01-01)`,
  );
  expect(formatJunit(report, [])).toMatch(/name="warnings"><system-out>PERF-04 3\n {2}PERF-04 program/);
  const [, perf07] = buildRunDocument(report).warnings!;
  expect(perf07).toMatchObject({ rule: 'PERF-07', times: 672, unknown: 0, places: [{ known: ISSUE }] });
  expect(formatRun(createReport('monday', []), makeColours(false))).not.toContain('warnings');
});

it('changes tell which warnings are new, more or gone beyond chance, as bins are', () => {
  const changesFrom = (before: number) =>
    formatWarningChanges(
      findRunChanges(before < 0 ? createReport('monday', []) : createWarned(before), createWarned(672))
        .warnings,
    );
  expect(changesFrom(-1)).toEqual([
    ['New warnings', ['PERF-07 (Export order is not forced.): 0 before, 672 now']],
  ]);
  expect(changesFrom(100)).toEqual([
    ['More warnings', ['PERF-07 (Export order is not forced.): 100 before, 672 now']],
  ]);
  expect(changesFrom(660)).toEqual([]);
  const report = createReport('tuesday', []);
  const changes = findRunChanges(createWarned(50), report);
  const page = JSON.stringify(
    renderChanges({ report, changes, earlierPage: undefined, trendsPage: undefined }),
  );
  expect(page).toContain('Warnings no longer seen: 1');
});

it('--fail-on takes every warning or those of one rule', () => {
  expect(parseFailOn(['warning:PERF-07'])).toEqual(['PERF-07']);
  expect(parseFailOn(['warning'])).toContain('VIS-01');
  expect(() => parseFailOn(['warning:PERF-99'])).toThrow('Unknown rule "PERF-99"');
  expect(() => parseFailOn(['PERF-07'])).toThrow(
    'Invalid --fail-on "PERF-07": expected warning or, for one rule, warning:PERF-07',
  );
});

it('a fault whose only effect is a warning is detected by it, and its warnings are counted', () => {
  const corpus = openCorpus();
  const test = { sequence: 'rmw_image', index: 0, seed: '0x1' };
  const overrides = { ...NO_OVERRIDES, chips: ['navi31' as const], faults: ['F128' as const] };
  const { failures, warnings } = runBatch(
    { first: 0, tests: [test], overrides, suite: 'smoke', coverageRun: 'test' },
    corpus,
  );
  expect(failures).toEqual([]);
  expect(listWarnings(warnings!, []).map(({ rule }) => rule)).toContain('PERF-07');
  expect(compareWithFaultFree([test], 'smoke', overrides, corpus, [test]).warnings).toEqual(['PERF-07']);
});
