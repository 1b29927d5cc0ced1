import { expect, it } from 'vitest';
import { findRunChanges, isNewGroup } from '../../../closure/coverage/run-changes.js';
import { suggestFirstStep } from '../../../runs/text/first-step.js';
import { summariseRun } from '../../../runs/text/run-summary.js';
import { makeShownFailure } from '../page/support/drawn.js';
import { runWith } from '../page/support/page.js';

/** Returns the first step after a run with the given buckets, if the previous run had the buckets in `before`. */
function getFirstStep(signatures: readonly string[], before: readonly string[]) {
  const report = runWith('tuesday', signatures);
  return suggestFirstStep(summariseRun(report), findRunChanges(runWith('monday', before), report));
}

it('puts a new group before an old one, and names its smallest failure', () => {
  expect(getFirstStep(['ORD-01 db', 'RACE-01 sq'], ['ORD-01 db'])).toEqual({
    text: 'New since the last run. Replay the smallest failure of RACE-01 sq (rmw_image.2, 2 waves):',
    line: "pops-tb replay 'RACE-01 sq' --small",
  });
  expect(getFirstStep(['ORD-01 db'], ['ORD-01 db'])?.text).toMatch(
    /^Replay the smallest failure of ORD-01 db/,
  );
});

it('treats a bug that only occurs alongside another as new, even if its tests failed before', () => {
  const bothRules = 'RACE-01 program gfx9 a';
  const report = runWith('tuesday', [bothRules]);
  const bucket = report.tally.buckets.get(bothRules)!;
  const causes = new Map([['RACE-01 program, LAUNCH-01 spi', 1]]);
  report.tally.buckets.set(bothRules, { ...bucket, rule: 'RACE-01', causes });
  const pair = { cause: 'RACE-01', other: 'LAUNCH-01', signature: bothRules, test: 'rmw_image.2' } as const;
  const triaged = { ...report, separations: [pair] };
  const changes = findRunChanges(report, triaged);
  expect(changes.newGroups.map(({ signature }) => signature)).toEqual(['LAUNCH-01 spi']);
  expect(summariseRun(triaged).groups.map((group) => isNewGroup(group, changes))).toEqual([false, true]);
  expect(findRunChanges(triaged, triaged).newGroups).toEqual([]);
});

it('names the smallest form if triage found one', () => {
  const signature = 'ORD-01 db gfx9 x';
  const report = runWith('tuesday', [signature]);
  const { scenario } = makeShownFailure().drawn!;
  const shrunk = new Map([
    [signature, { file: 'out/shrunk.json', scenario, waves: 2, primitives: 1, observed: '' }],
  ]);
  expect(suggestFirstStep(summariseRun({ ...report, shrunk }), undefined)).toEqual({
    text: `Replay the smallest form of ${signature} (2 waves, 1 primitive):`,
    line: expect.stringMatching(/replay 'out\/shrunk\.json'$/),
  });
});

it.each(['error', 'nondeterminism'])('puts a testbench failure (%s) before a new group', (rule) => {
  const report = runWith('tuesday', ['ORD-01 db', 'own']);
  report.tally.buckets.set('own', { ...report.tally.buckets.get('own')!, rule });
  const step = suggestFirstStep(summariseRun(report), findRunChanges(runWith('monday', ['own']), report));
  expect(step?.text).toMatch(/^The testbench itself failed\. Replay the smallest failure of own/);
});

it('skips known failures, and falls back to rules that had nothing to judge', () => {
  const report = runWith('tuesday', ['mine']);
  const knownIssues = [{ signature: 'mine', reason: 'an erratum', owner: 'kim', expires: '9999-12-31' }];
  const known = { ...report, request: { ...report.request, knownIssues } };
  expect(suggestFirstStep(summariseRun(known), undefined)).toBeUndefined();
  const before = runWith('monday', []);
  before.tally.rules['ORD-02'] = { armed: 1, fired: 0 };
  expect(suggestFirstStep(summariseRun(known), findRunChanges(before, known))).toEqual({
    text: 'Find out why ORD-02 had nothing to judge this time.',
  });
});

it('resumes an interrupted run that has no failures', () => {
  const step = suggestFirstStep(summariseRun({ ...runWith('r', []), end: 'interrupted' }), undefined);
  expect(step?.line).toMatch(/run --resume 'out\/r'$/);
});
