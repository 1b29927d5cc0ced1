import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import type { KnownIssue } from '../../../harness/records/known-issues.js';
import type { RunReport } from '../../../harness/run-directory/run-request.js';
import { Tally } from '../../../harness/run-directory/tally.js';
import type { RunTestResult } from '../../../harness/run-directory/test-results.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { formatJunit } from '../../../runs/text/junit.js';
import { hasTool } from '../../support/external-tool.js';

const SCHEMA = join(findPackageRoot(), '../shared/reference/xsd/junit-10.xsd');

/** Creates a run of one sequence on one chip: `passing` tests that passed, then tests with the outcomes in `failing`. */
function createRun(
  passing: number,
  failing: readonly ('failed' | 'error')[],
  knownIssues: KnownIssue[] = [],
): readonly [RunReport, readonly RunTestResult[]] {
  const tally = new Tally();
  tally.tests = passing + failing.length;
  tally.passed = passing;
  const counts = { waves: 1, cycles: 1, instructions: 1, seconds: 0.25, rules: undefined };
  const results = Array.from({ length: tally.tests }, (_, position): RunTestResult => {
    const test = { sequence: 'rmw_buffer', index: position, seed: `0x${position}` };
    const outcome: RunTestResult['outcome'] = position < passing ? 'passed' : failing[position - passing]!;
    const signature = outcome === 'error' ? 'error Error worker' : 'ORD-02 db gfx10.3 rmw_buffer';
    const summary = `wave ${position} entered <"before"> & after\u0001`;
    const failure =
      outcome === 'passed'
        ? undefined
        : { test, outcome, signature, rule: outcome === 'error' ? 'error' : 'ORD-02', waves: 1, summary };
    return { position, test, outcome, chip: 'navi31', failure, ...counts };
  });
  const request = {
    runId: 'r',
    suite: 'nightly',
    seed: readSeed('0xabc'),
    glob: 'rmw_buffer',
    overrides: { ...NO_OVERRIDES, chips: ['navi21', 'navi31'] as const },
    count: tally.tests,
    workers: 2,
    outDir: 'out/r',
    first: [],
    knownIssues,
    limits: DEFAULT_LIMITS,
  };
  const report = { request, tally, coverage: createEmptyCoverage(), end: 'count', seconds: 12.3456 } as const;
  return [{ ...report, kept: 0 }, results];
}

const KNOWN: KnownIssue = { rule: 'ORD-02', reason: 'an erratum', owner: 'kim', expires: '9999-12-31' };
const CAN_VALIDATE = hasTool('xmllint', 'libxml2-utils') && existsSync(SCHEMA);

describe('junit.xml', () => {
  it.runIf(CAN_VALIDATE).each([
    ['of a clean run', createRun(5, [])],
    ['of a run without tests', createRun(0, [])],
    [
      'with failures, errors and characters that XML cannot represent',
      createRun(2, ['failed', 'error', 'failed']),
    ],
    ['with known failures', createRun(1, ['failed'], [KNOWN])],
    ['of a run that was cut short', createRun(3, [])],
  ])('%s validates against the schema', (_, run) => {
    const folder = mkdtempSync(join(tmpdir(), 'pops-tb-'));
    const file = join(folder, 'junit.xml');
    writeFileSync(file, formatJunit(...run));
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', SCHEMA, file], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(stderr).toContain('validates');
    expect(status).toBe(0);
  });

  it('has one case per sequence and chip, with seconds, counts, seeds, a replay line and stored files', () => {
    const xml = formatJunit(...createRun(4, ['failed', 'error', 'failed']));
    expect(xml).toContain(
      '<testsuites name="pops-tb nightly" tests="6" failures="1" errors="0" time="12.346">',
    );
    expect(xml).toContain(
      '<testcase classname="pops.rmw_buffer" name="navi21"><skipped message="no test was drawn for it in this run"/>',
    );
    expect(xml).toMatch(
      /<testcase classname="pops.rmw_buffer" name="navi31" time="1.750"><failure type="ORD-02" message="wave 4 entered &lt;&quot;before&quot;&gt; &amp; after\\x01">ORD-02 db gfx10.3 rmw_buffer, 2 tests: wave 4/,
    );
    expect(xml).toContain('error Error worker, 1 test: wave 5');
    expect(xml).toContain('<system-out>4 of 7 tests passed, 3 failed\nseeds: 0x4 0x5 0x6 0x0 0x1 0x2 0x3\n');
    expect(xml).toMatch(/\nreplay: [^\n]*pops-tb replay [^\n]*nightly:rmw_buffer@0x4/);
    expect(xml.match(/\[\[ATTACHMENT\|failures\/[^\n]*violations\.json\]\]/g)).toHaveLength(3);
  });

  it('has the same cases whatever was drawn, passed or failed', () => {
    const listCases = (xml: string): string[] =>
      Array.from(xml.matchAll(/<testcase (classname="[^"]*" name="[^"]*")/g), ([, name]) => name!);
    const runs = [createRun(5, []), createRun(1, ['failed', 'error']), createRun(1, ['failed'], [KNOWN])];
    const [first, ...others] = runs.map((run) => listCases(formatJunit(...run)));
    expect(new Set(first).size).toBe(first!.length);
    for (const other of others) expect(other).toEqual(first);
  });

  it('is an error only if no test of the case failed by a rule', () => {
    expect(formatJunit(...createRun(1, ['error']))).toContain('failures="0" errors="1"');
    expect(formatJunit(...createRun(1, ['error', 'failed']))).toContain('failures="1" errors="0"');
  });

  it('lists twenty seeds and files, and counts the other seeds', () => {
    const xml = formatJunit(...createRun(0, new Array<'failed'>(23).fill('failed')));
    expect(xml.match(/ATTACHMENT/g)).toHaveLength(20);
    expect(xml).toContain('0x19 and 3 more');
  });

  it('marks cases with only known failures as skipped, with the reason and expiry date', () => {
    const xml = formatJunit(...createRun(3, ['failed'], [KNOWN]));
    expect(xml).toContain('<skipped message="known: an erratum (kim, until 9999-12-31)"/>');
    expect(xml).toContain('tests="6" failures="0" errors="0"');
  });

  it.each([
    ['interrupted', 'interrupted after 3 tests; their results are saved'],
    ['incomplete', 'incomplete: only 3 tests have results; the rest were lost or never ran'],
  ] as const)('reports an error for a run that ended as %s', (end, message) => {
    const [report, results] = createRun(3, []);
    const unseenFault = { affected: 0, compared: 3 };
    const xml = formatJunit({ ...report, end, undetectedFault: unseenFault }, results);
    expect(xml).toContain('failures="0" errors="1"');
    expect(xml).toContain(`<error type="run" message="${message}"/>`);
  });

  it('reports tests that a log of an earlier version does not name', () => {
    const [report] = createRun(3, []);
    expect(formatJunit(report, [])).toContain('<error type="run" message="3 tests missing above');
  });

  it('reports a failure for a run whose tests repeat too often', () => {
    const [report, results] = createRun(300, []);
    // A positive fingerprint means that the scene is not tiny.
    for (let test = 0; test < 300; test++) report.tally.census.add(7);
    const xml = formatJunit(report, results);
    expect(xml).toContain('failures="1" errors="0"');
    expect(xml).toMatch(/<failure type="run" message="299 of 300 scenarios \(99\.67%\)[^"]*not tiny scenes/);
  });
});
