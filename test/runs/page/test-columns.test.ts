import { expect, it } from 'vitest';
import { buildTestColumns } from '../../../runs/page/test-columns.js';
import { summariseRun } from '../../../runs/text/run-summary.js';
import { createReport } from './support/page.js';
import { makeResults } from './support/results.js';

it('distinguishes failures from known failures, and names their groups', () => {
  const report = createReport('r', ['ORD-01 db', 'mine']);
  const knownIssues = [{ signature: 'mine', reason: 'an erratum', owner: 'kim', expires: '9999-12-31' }];
  const request = { ...report.request, knownIssues };
  const { groups } = summariseRun({ ...report, request });
  const columns = buildTestColumns(makeResults(4, { 1: 'ORD-01 db', 2: 'mine' }), groups, request);
  expect(columns.verdict.map((verdict) => columns.verdicts[verdict])).toEqual([
    'passed',
    'failed',
    'known',
    'passed',
  ]);
  expect(columns.cause.map((cause) => columns.causes[cause])).toEqual([
    undefined,
    'ORD-01 db',
    'mine',
    undefined,
  ]);
});

it('lists every failure even if there are too many tests to list', () => {
  const { request } = createReport('r', []);
  const results = makeResults(100_010, { 100005: 'ORD-01 db' });
  const { index, verdict, hidden } = buildTestColumns(results, [], request);
  expect([index.length, hidden]).toEqual([100_000, 10]);
  expect(verdict.filter((code) => code === 1)).toHaveLength(1);
});
