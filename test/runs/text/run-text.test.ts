import { CHIP_NAMES } from '../../../arch/index.js';
import { findRunChanges } from '../../../closure/coverage/run-changes.js';
import { COVERAGE_MODEL, createEmptyCoverage } from '../../../coverage/index.js';
import { findFailureGroups } from '../../../failures/groups/run-groups.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { useExtensions } from '../../../harness/extension/user-extensions.js';
import { OUTCOMES } from '../../../harness/records/finding.js';
import type { RunReport } from '../../../harness/run-directory/run-request.js';
import { Tally } from '../../../harness/run-directory/tally.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { makeColours } from '../../../harness/text/colours.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { buildRunDocument } from '../../../runs/text/run-document.js';
import { formatRunMarkdown } from '../../../runs/text/run-markdown.js';
import { summariseRun } from '../../../runs/text/run-summary.js';
import { formatRun } from '../../../runs/text/run-text.js';
import { createFilledCoverage } from '../../closure/coverage/support/filled.js';

const printRun = (run: RunReport, extras = {}) => formatRun(run, makeColours(false), extras);
type ReportArgs = Parameters<typeof makeReport>;
const printReport = (...changes: ReportArgs) => printRun(makeReport(...changes));
const printMarkdown = (...changes: ReportArgs) => formatRunMarkdown(makeReport(...changes));
const getVerdict = (changes: Partial<RunReport>) => summariseRun(makeReport(changes)).verdict;

/** Creates a finished run of three tests on navi21; the last two failed. `changes` overrides its fields. */
function makeReport(changes: Partial<RunReport> = {}, rule = 'ORD-02'): RunReport {
  const tally = new Tally();
  const failure = (index: number, waves: number) => ({
    test: { sequence: 'rmw_buffer', index, seed: `0x${index}` },
    outcome: 'failed' as const,
    signature: 'ORD-02 db gfx10.3 rmw_buffer',
    rule,
    violations: [],
    waves,
    summary: 'wave 2 entered <before> wave 1',
  });
  tally.add(
    {
      first: 0,
      outcomes: Uint8Array.from(['passed', 'failed', 'failed'], (name) => OUTCOMES.indexOf(name as 'passed')),
      chips: new Uint8Array(3).fill(CHIP_NAMES.indexOf('navi21')),
      waves: Uint32Array.of(10, 20, 5),
      cycles: Float64Array.of(1, 2, 3),
      instructions: Float64Array.of(1, 2, 3),
      failures: [failure(1, 20), failure(2, 5)],
      sequences: { rmw_buffer: 3 },
      rules: { 'ORD-02': { armed: 35, fired: 2 } },
      checks: {
        unchecked: [{ rule: 'PROTO-03', missing: 'exiting-id-polled', tests: 2 }],
        memory: { rmw_buffer: { compared: 900, leftOut: 100 } },
      },
    },
    ({ test }) => `line of ${test.index}`,
  );
  const request = {
    runId: 'r',
    suite: 'smoke',
    seed: readSeed('0xabc'),
    overrides: NO_OVERRIDES,
    count: 3,
    workers: 2,
    outDir: 'out/r',
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
  };
  return { request, tally, coverage: createEmptyCoverage(), end: 'count', seconds: 2, kept: 0, ...changes };
}

describe('the text printed at the end of a run', () => {
  const text = printReport();

  it('explains what its percentages leave out', () => {
    const [coveragePart] = createFilledCoverage(() => 1).parts;
    const groups = coveragePart!.groups.map((group, i) => (i === 0 ? { ...group, hash: 'old' } : group));
    const coverage = { ...createEmptyCoverage(), parts: [{ ...coveragePart!, failed: [1, 1], groups }] };
    const facts = printReport({ coverage });
    expect(facts).toMatch(/^coverage +[\d.]+% weighted \([\d,]+ of [\d,]+ bins\)$/m);
    expect(facts).toMatch(/^coverage +1 test that failed or expects a rule to fire is not counted$/m);
    expect(facts).toMatch(/^not counted +counts for wave-formation: definition has changed since the run/m);
    expect(text).not.toContain('not counted  ');
  });

  it('says what changed, and ends with the command to try first', () => {
    const changes = {
      newGroups: [],
      vanishedGroups: [{}, {}],
      percent: [50, 50.25],
      disarmed: [],
      since: 'out/q',
    };
    const lines = printRun(makeReport(), { changes: changes as never }).split('\n');
    expect(lines).toContain('changes   0 new failure groups, 2 resolved; coverage +0.3 points since out/q');
    expect(lines.slice(-3)).toEqual([
      expect.stringMatching(/^first {5}Replay the smallest failure of ORD-02 db .*:$/),
      '  line of 2',
      'results   out/r',
    ]);
    expect(lines.filter((line) => /^(?:overhead|memory|not checked)/.test(line))).toEqual([]);
  });

  it('does not mention the number of workers on a queue', () => {
    const { request } = makeReport();
    const facts = printReport({ request: { ...request, workers: 64, queued: true } });
    expect(facts).toMatch(/^seed +0xabc \(suite smoke, workers from a queue\)$/m);
  });

  it('wraps what a rule demands and what was seen to the width of the terminal', () => {
    const listLines = (width?: number) => printRun(makeReport(), { width }).split('\n');
    const isRule = (line: string) => line.startsWith('  rule: ');
    const wrapped = listLines(50);
    const rule = wrapped.findIndex(isRule);
    expect(wrapped[rule + 1]).toMatch(/^ {4}\S/);
    expect(wrapped[rule]!.length).toBeLessThanOrEqual(50);
    expect(listLines().find(isRule)).toContain(wrapped[rule + 1]!.trim());
  });

  it("names a group after its cause, as the progress and the nights do, if its bucket's rule is a consequence", () => {
    const report = makeReport();
    Object.assign([...report.tally.buckets.values()][0]!, {
      causes: new Map([['PROTO-02 program, HANG-05 program, ORD-02 db', 2]]),
    });
    expect(findFailureGroups(report).map(({ signature }) => signature)).toEqual(['PROTO-02 program']);
    expect(printRun(report)).toMatch(/^PROTO-02 program {2}2 tests[\s\S]*^ {2}seen by [A-Z]+-\d+: /m);
  });

  it('always names the user-defined rules that were never armed', () => {
    useExtensions('x.ts', [{ rules: [{ id: 'zeta.X-01', text: 'None.', create: () => ({ on: {} }) }] }]);
    expect(printReport()).toMatch(
      /never evaluated: zeta.X-01$[\s\S]*^more +covergroups, \d+ rules never evaluated, 1 rule not checked, overhead, memory in report.md$/m,
    );
    useExtensions('x.ts', []);
  });

  it('gives the reason if the testbench itself failed, since the signature does not', () => {
    const reason = '  seen: wave 2 entered <before> wave 1\n';
    expect(printReport({}, 'error')).toContain(reason);
    expect(printMarkdown({}, 'error')).toContain(': message: `wave 2 entered <before> wave 1`\n');
  });

  it('says PARTIAL instead of PASS if some or all tests have no result', () => {
    const noResults = { tally: new Tally(), seconds: 0, end: 'interrupted' as const };
    expect(printReport(noResults)).toMatch(
      /^PARTIAL {2}no tests have finished; 3 planned$[\s\S]*^speed +0 tests\/s, 0 waves\/s/m,
    );
    expect(JSON.stringify(buildRunDocument(makeReport(noResults)))).not.toContain('"rate":null');
  });

  it.each([
    [
      'a run in progress',
      { end: 'running' as const },
      'RUNNING  3 of 3 tests passed, 0 failed; 3 of 500 planned tests done',
    ],
    [
      'an interrupted run',
      { end: 'interrupted' as const },
      'PARTIAL  3 of 3 tests passed, 0 failed; 3 of 500 planned tests done',
    ],
    [
      'a run that reached its time limit',
      { end: 'time' as const },
      'PASS  3 of 3 tests passed, 0 failed; 3 of 500 planned tests done',
    ],
  ])('says how many tests are done for %s', (_, changes, verdict) => {
    const tally = Object.assign(new Tally(), { tests: 3, passed: 3 });
    const request = { ...makeReport().request, count: 500 };
    expect(getVerdict({ request, tally, ...changes })).toBe(verdict);
  });

  it('adds separators to numbers of a thousand or more', () => {
    const tally = Object.assign(new Tally(), { tests: 1200, passed: 1200 });
    const request = { ...makeReport().request, count: 5000 };
    const summary = summariseRun(
      makeReport({ request, tally, end: 'time', coverage: createFilledCoverage() }),
    );
    expect(summary.verdict).toContain(
      '1,200 of 1,200 tests passed, 0 failed; 1,200 of 5,000 planned tests done',
    );
    expect(summary.coverage!.rows.at(-1)).toContainEqual(expect.stringMatching(/^\d,\d{3}$/));
  });

  it('says in the headline of a passing run that all failures are known', () => {
    const known = { signature: '*', reason: 'an erratum', owner: 'kim', expires: '9999-12-31' };
    const request = { ...makeReport().request, knownIssues: [known] };
    expect(getVerdict({ request })).toBe('PASS  1 of 3 tests passed, 2 failed (all known)');
  });

  it('does not let a known issue excuse a different bug in the same failures', () => {
    const issue = { reason: 'an erratum', owner: 'kim', expires: '9999-12-31' };
    const summariseWithKnown = (...rules: string[]) => {
      const request = { ...makeReport().request, knownIssues: rules.map((rule) => ({ ...issue, rule })) };
      const twoBugs = makeReport({ request });
      for (const { causes } of twoBugs.tally.buckets.values()) {
        causes.clear();
        causes.set('LAUNCH-02 spi, EXP-03 sx', 2);
      }
      return summariseRun(twoBugs);
    };
    const { verdict, groups } = summariseWithKnown('ORD-02');
    expect(verdict).toBe('FAIL  1 of 3 tests passed, 2 failed');
    expect(groups.map(({ rule, known }) => [rule, known])).toEqual([
      ['EXP-03', false],
      ['LAUNCH-02', true],
    ]);
    expect(summariseWithKnown('ORD-02', 'EXP-03').verdict).toMatch(/^PASS .*\(all known\)$/);
  });

  it('lists each bucket once, with the test that has the fewest waves', () => {
    expect(text).toContain(
      'ORD-02 db gfx10.3 rmw_buffer  2 tests\n  rule: Sections of overlapping invocations run in primitive order.\n  seen: wave 2 entered <before> wave 1\n  fewest waves, rmw_buffer.2: line of 2\n',
    );
  });

  it('lists rules that were never armed as holes', () => {
    expect(text).toMatch(/^rules +1 of \d+ evaluated$/m);
    expect(printMarkdown()).toMatch(
      /^1 of \d+ had something to judge; 4 others apply only to hangs; .*never armed: ORD-01, ORD-03.*HANG-05, HANG-10/m,
    );
  });

  it('shows the verdict, seed, speed and directory in its last lines', () => {
    expect(text).not.toMatch(/^covergroup /m);
    expect(text.split('\n').slice(-9)).toEqual([
      'FAIL  1 of 3 tests passed, 2 failed',
      'seed      0xabc (suite smoke, 2 workers)',
      'speed     1.5 tests/s, 18 waves/s, 2.0 s',
      'coverage  not counted: no test passed without an injected fault',
      expect.stringMatching(/^rules/),
      expect.stringMatching(/^more/),
      expect.stringMatching(/^first/),
      '  line of 2',
      'results   out/r',
    ]);
  });

  it.each([
    [{ end: 'time' as const }, '--time reached after 3 tests'],
    [{ end: 'interrupted' as const }, 'interrupted after 3 tests; their results are saved'],
    [{ end: 'max-failures' as const }, '--max-failures reached after 3 tests'],
    [{ undetectedFault: { compared: 3, affected: 0 } }, 'it had no effect in the 3 tests'],
    [{ undetectedFault: { compared: 3, affected: 2 } }, 'it had an effect in 2 of 3 tests'],
  ])('says why the run ended: %j', (changes, sentence) => {
    expect(printReport(changes)).toContain(sentence);
    expect(printMarkdown(changes)).toContain(sentence);
  });
});

it('says how many tests it took to detect a fault or to reach the requested number of failures', () => {
  const { request } = makeReport();
  const overrides = { ...request.overrides, faults: ['F46' as const] };
  const renderText = (maxFailures: number): string =>
    printReport({ end: 'fault-seen', request: { ...request, overrides, maxFailures } });
  expect(renderText(1)).toMatch(
    /^fault +F46 was detected after 3 tests: the run stopped \(--max-failures goes on\)$/m,
  );
  expect(renderText(2)).toMatch(/^fault +F46: --max-failures reached after 3 tests$/m);
});

it('explains why a run with an injected fault continued after its failures', () => {
  const { request } = makeReport();
  const overrides = { ...request.overrides, faults: ['F214' as const] };
  const renderText = (maxFailures: number): string =>
    printReport({ request: { ...request, overrides, maxFailures } });
  const line =
    /^fault +F214: no failure matches the classes that the fault library lists for this fault \(PERF\), so the run continued$/m;
  expect(renderText(1)).toMatch(line);
  expect(renderText(9)).not.toMatch(line);
});

describe('report.md', () => {
  it('lists the holes that no test hit, if there are any', () => {
    const resisting = [{ bin: 'a/b/c', tried: 24, reached: 1, missing: ['b = c'] }];
    const closing = { tried: 24, closed: 0, tests: [], failed: [], resisting, untried: 0, file: 'c.json' };
    expect(printMarkdown({ closing })).toMatch(/^## Holes that no test hit\n[^#]*a\/b\/c/m);
    expect(printMarkdown({ closing: { ...closing, resisting: [] } })).not.toContain('Holes that');
  });

  it('has one line per sequence with the numbers of compared and excluded words', () => {
    expect(printMarkdown()).toContain('| rmw_buffer | 900 | 100 | 90.0% |');
  });

  it('shows 100% only if nothing was excluded', () => {
    const nearlyComplete = makeReport();
    nearlyComplete.tally.checks.memory.rmw_buffer = { compared: 9999, leftOut: 1 };
    expect(formatRunMarkdown(nearlyComplete)).toContain('| rmw_buffer | 9,999 | 1 | 99.9% |');
  });

  it('is not broken by user-supplied names', () => {
    const { request } = makeReport();
    const reason = 'of <b>\n# PASS';
    const issue = { rule: 'ORD-02', reason, owner: 'kim', expires: '9999-12-31' };
    const markdown = printMarkdown({ request: { ...request, knownIssues: [issue] } });
    const text = printReport({ request: { ...request, knownIssues: [issue] } });
    expect(text).toContain('ORD-02 db gfx10.3 rmw_buffer  2 tests, known\n');
    expect(text).toMatch(/^known +ORD-02 .*, 2 tests: of <b> # PASS \(kim, until 9999-12-31\)$/m);
    expect(markdown).toContain('\n- ORD-02 db gfx10.3 rmw_buffer: fewest waves: `line of 2`\n');
    expect(markdown).toMatch(/^- known: .*, 2 tests: of \\<b> # PASS \(kim, until 9999-12-31\)$/m);
    expect(markdown.match(/^# /gm)).toHaveLength(1);
  });

  it('names the rules that were not checked', () => {
    expect(printMarkdown()).toContain('- not checked: PROTO-03 in 2 tests');
  });
});

describe("a run's document", () => {
  it('lists the rules that lacked data, and in how many tests', () => {
    expect(buildRunDocument(makeReport()).unchecked).toEqual([
      { rule: 'PROTO-03', missing: 'exiting-id-polled', tests: 2 },
    ]);
  });

  it('reports 100% coverage only if every bin is hit', () => {
    // One bin of a large cross is less than 0.005 percent of all bins.
    const coverage = createFilledCoverage(() => 9);
    const { definition, items, bins } = COVERAGE_MODEL.groups.find(
      ({ covergroup }) => covergroup.name === 'programs',
    )!.compiled;
    const { first } = items.find(({ name }) => name === 'generation x shape x exit')!;
    const bin = bins.findIndex(({ kind }, i) => i >= first && kind === 'count');
    coverage.parts[0]!.groups.find(({ name }) => name === definition.name)!.passed.hits[bin] = 0;
    const { percent, hit, total } = buildRunDocument(makeReport({ coverage })).coverage;
    expect([total - hit, percent < 100]).toEqual([1, true]);
  });

  it('contains the fields that other tools rely on', () => {
    expect(buildRunDocument(makeReport())).toMatchObject({
      ...{ runId: 'r', seed: '0xabc', suite: 'smoke' },
      ...{ tests: 3, passed: 1, failed: 2, errors: 0 },
      ...{ seconds: 2, testsPerSecond: 1.5, wavesPerSecond: 17.5, waves: 35 },
      byGeneration: { gfx9: 0, gfx10: 0, 'gfx10.3': 3, gfx11: 0 },
      workers: 2,
      outDir: 'out/r',
      resumed: { kept: 0, ran: 3 },
      buckets: [
        {
          signature: 'ORD-02 db gfx10.3 rmw_buffer',
          rule: 'ORD-02',
          count: 2,
          first: 'rmw_buffer.1',
          repro: 'line of 1',
        },
      ],
    });
  });

  it('has a row for every rule, armed or not', () => {
    const { rules } = buildRunDocument(makeReport());
    expect(rules.find(({ id }) => id === 'ORD-02')).toEqual({
      id: 'ORD-02',
      armed: 35,
      fired: 2,
      excused: 0,
    });
    expect(rules.find(({ id }) => id === 'ORD-01')).toEqual({ id: 'ORD-01', armed: 0, fired: 0, excused: 0 });
  });

  it('lists changes since an earlier run in report.md', () => {
    const before = makeReport();
    const after = makeReport();
    before.tally.rules['ORD-02'] = { armed: 1, fired: 0 };
    after.tally.rules['ORD-02'] = { armed: 0, fired: 0 };
    const text = formatRunMarkdown(after, findRunChanges(before, after));
    expect(text).toContain('## Changes\n\n- since ');
    expect(text).toContain('- rules that no longer had anything to judge: 1: ORD-02 (');
    expect(formatRunMarkdown(after)).not.toContain('## Changes');
  });
});
