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
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { formatJunit } from '../../../runs/text/junit.js';
import { hasTool } from '../../support/external-tool.js';

const SCHEMA = join(findPackageRoot(), '../shared/reference/xsd/junit-10.xsd');

/** Creates a run of one sequence: `passing` tests that passed, followed by tests with the outcomes in `failing`. */
function createRun(
  passing: number,
  failing: readonly ('failed' | 'error')[],
  knownIssues: KnownIssue[] = [],
): RunReport {
  const tally = new Tally();
  const tests = passing + failing.length;
  tally.add(
    {
      first: 0,
      outcomes: Uint8Array.from({ length: tests }, (_, i) =>
        i < passing ? 0 : failing[i - passing] === 'error' ? 3 : 1,
      ),
      chips: new Uint8Array(tests).fill(255),
      waves: new Uint32Array(tests),
      cycles: new Float64Array(tests),
      instructions: new Float64Array(tests),
      failures: failing.map((outcome, i) => ({
        test: { sequence: 'rmw_buffer', index: passing + i, seed: `0x${i}` },
        outcome,
        signature: outcome === 'error' ? 'error Error worker' : 'ORD-02 db gfx10.3 rmw_buffer',
        rule: outcome === 'error' ? 'error' : 'ORD-02',
        waves: 1,
        summary: `wave ${i} entered <"before"> & after\u0001`,
      })),
      rules: {},
      checks: { unchecked: [], memory: {} },
      sequences: { rmw_buffer: tests },
    },
    ({ test }) => `npx --no-install pops-tb replay '${test.seed}' && echo <done>`,
  );
  const request = {
    runId: 'r',
    suite: 'nightly',
    seed: readSeed('0xabc'),
    overrides: NO_OVERRIDES,
    count: tests,
    workers: 2,
    outDir: 'out/r',
    first: [],
    knownIssues,
    limits: DEFAULT_LIMITS,
  };
  return { request, tally, coverage: createEmptyCoverage(), end: 'count', seconds: 12.3456, kept: 0 };
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
    ['of a run that was cut short', { ...createRun(3, []), end: 'interrupted' as const }],
  ])('%s validates against the schema', (_, report) => {
    const folder = mkdtempSync(join(tmpdir(), 'pops-tb-'));
    const file = join(folder, 'junit.xml');
    writeFileSync(file, formatJunit(report));
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', SCHEMA, file], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(stderr).toContain('validates');
    expect(status).toBe(0);
  });

  it('counts cases, and separates design failures from testbench failures', () => {
    const xml = formatJunit(createRun(4, ['failed', 'error', 'failed']));
    expect(xml).toContain(
      '<testsuites name="pops-tb nightly" tests="4" failures="2" errors="1" time="12.346">',
    );
    expect(xml).toContain('name="rmw_buffer [4 seeds passed]"');
    expect(
      xml.match(/<failure type="ORD-02" message="wave \d entered &lt;&quot;before&quot;&gt;/g),
    ).toHaveLength(2);
    expect(xml.match(/<error type="error"/g)).toHaveLength(1);
  });

  it('gives every case a unique name, since readers drop duplicates', () => {
    const xml = formatJunit(createRun(1, ['failed', 'failed', 'failed']));
    const names = Array.from(
      xml.matchAll(/<testcase classname="pops.rmw_buffer" name="([^"]+)"/g),
      ([, name]) => name,
    );
    expect(names).toHaveLength(4);
    expect(new Set(names).size).toBe(4);
  });

  it('lists twenty failures per bucket and counts the rest', () => {
    const xml = formatJunit(createRun(0, new Array<'failed'>(23).fill('failed')));
    expect(xml.match(/<failure /g)).toHaveLength(20);
    expect(xml).toContain('3 more failures in this bucket');
  });

  it('marks known failures as skipped, with the reason and expiry date', () => {
    const xml = formatJunit(createRun(0, ['failed'], [KNOWN]));
    expect(xml).toContain('<skipped message="known: an erratum (kim, until 9999-12-31)"/>');
    expect(xml).toContain('tests="1" failures="0" errors="0"');
  });

  it.each([
    ['interrupted', 'interrupted after 3 tests; their results are saved'],
    ['incomplete', 'incomplete: only 3 tests have results; the rest were lost or never ran'],
  ] as const)('reports an error for a run that ended as %s', (end, message) => {
    const unseenFault = { affected: 0, compared: 3 };
    const xml = formatJunit({ ...createRun(3, []), end, undetectedFault: unseenFault });
    expect(xml).toContain('tests="2" failures="0" errors="1"');
    expect(xml).toContain(`<error type="run" message="${message}"/>`);
  });

  it('reports a failure for a run whose tests repeat too often', () => {
    const report = createRun(300, []);
    // A positive fingerprint means that the scene is not tiny.
    for (let test = 0; test < 300; test++) report.tally.census.add(7);
    const xml = formatJunit(report);
    expect(xml).toContain('tests="2" failures="1" errors="0"');
    expect(xml).toMatch(/<failure type="run" message="299 of 300 scenarios \(99\.67%\)[^"]*not tiny scenes/);
  });
});
