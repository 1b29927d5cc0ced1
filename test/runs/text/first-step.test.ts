import { findRunChanges, isNewGroup } from '../../../closure/coverage/run-changes.js';
import { suggestFirstStep } from '../../../runs/text/first-step.js';
import { summariseRun } from '../../../runs/text/run-summary.js';
import { makeBrokenSection } from '../../failures/picture/support/pictures.js';
import { createReport } from '../page/support/page.js';

/** Returns the step suggested after a run with the given buckets, if the previous run had those in `before`. */
function getFirstStep(signatures: readonly string[], before: readonly string[]) {
  const report = createReport('tuesday', signatures);
  return suggestFirstStep(summariseRun(report), findRunChanges(createReport('monday', before), report));
}

it('puts a new group before an old one, and names its smallest failure', () => {
  expect(getFirstStep(['ORD-01 db', 'RACE-01 sq'], ['ORD-01 db'])).toEqual({
    text: 'New since the last run. Replay the smallest failure of RACE-01 sq (rmw_image.2, 2 waves):',
    command: "pops-tb replay 'RACE-01 sq' --small",
  });
  expect(getFirstStep(['ORD-01 db'], ['ORD-01 db'])?.text).toMatch(
    /^Replay the smallest failure of ORD-01 db/,
  );
});

it('treats a bug that only occurs alongside another as new, even if its tests failed before', () => {
  const signature = 'LAUNCH-02 spi gfx9 a';
  const createRun = (day: string, fired: string) => {
    const report = createReport(day, [signature]);
    const bucket = report.tally.buckets.get(signature)!;
    report.tally.buckets.set(signature, {
      ...bucket,
      rule: 'LAUNCH-02',
      count: 2,
      causes: new Map([[fired, 2]]),
    });
    return report;
  };
  const [monday, tuesday] = [
    createRun('monday', 'LAUNCH-02 spi'),
    createRun('tuesday', 'LAUNCH-02 spi, EXP-03 sx'),
  ];
  const changes = findRunChanges(monday, tuesday);
  expect(changes.newGroups.map((group) => group.signature)).toEqual(['EXP-03 sx']);
  expect(summariseRun(tuesday).groups.map((group) => isNewGroup(group, changes))).toEqual([false, true]);
  expect(findRunChanges(tuesday, tuesday).newGroups).toEqual([]);
});

it('names the minimal reproduction if triage found one', () => {
  const signature = 'ORD-01 db gfx9 x';
  const report = createReport('tuesday', [signature]);
  const { scenario } = makeBrokenSection();
  const shrunk = new Map([
    [signature, { file: 'out/shrunk.json', scenario, waves: 2, primitives: 1, observed: '' }],
  ]);
  expect(suggestFirstStep(summariseRun({ ...report, shrunk }), undefined)).toEqual({
    text: `Replay the minimal reproduction of ${signature} (2 waves, 1 primitive):`,
    command: expect.stringMatching(/replay 'out\/shrunk\.json'$/),
  });
});

it.each(['error', 'nondeterminism'])('puts a testbench failure (%s) before a new group', (rule) => {
  const report = createReport('tuesday', ['ORD-01 db', 'own']);
  report.tally.buckets.set('own', { ...report.tally.buckets.get('own')!, rule });
  const step = suggestFirstStep(
    summariseRun(report),
    findRunChanges(createReport('monday', ['own']), report),
  );
  expect(step?.text).toMatch(/^The testbench itself failed\. Replay the smallest failure of own/);
});

it('skips known failures, and falls back to rules that had nothing to check', () => {
  const report = createReport('tuesday', ['mine']);
  const knownIssues = [{ signature: 'mine', reason: 'an erratum', owner: 'kim', expires: '9999-12-31' }];
  const knownReport = { ...report, request: { ...report.request, knownIssues } };
  expect(suggestFirstStep(summariseRun(knownReport), undefined)).toBeUndefined();
  const before = createReport('monday', []);
  before.tally.rules['ORD-02'] = { armed: 1, fired: 0 };
  expect(suggestFirstStep(summariseRun(knownReport), findRunChanges(before, knownReport))).toEqual({
    text: 'Find out why ORD-02 had nothing to check this time.',
  });
});

it('resumes an interrupted run that has no failures', () => {
  const step = suggestFirstStep(summariseRun({ ...createReport('r', []), end: 'interrupted' }), undefined);
  expect(step?.command).toMatch(/run --resume 'out\/r'$/);
});
