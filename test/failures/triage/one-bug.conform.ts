import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFailureGroups } from '../../../failures/groups/index.js';
import { triage, withTriageFindings } from '../../../failures/triage/index.js';
import { readSeed } from '../../../harness/basics/index.js';
import type { RunReport } from '../../../harness/run-directory/index.js';
import { NO_OVERRIDES } from '../../../harness/selection/index.js';
import { DEFAULT_LIMITS, type TestLimits } from '../../../harness/workers/index.js';
import { runSuite } from '../../../runs/run/run-suite.js';
import type { FaultId } from '../../../transactions/index.js';

/** An hour per test instead of the usual limit, so the results do not depend on the machine's load. */
const LIMITS: TestLimits = { ...DEFAULT_LIMITS, ms: 3_600_000 };

/** How to run a trial's tests and triage their failures. */
interface TrialOptions {
  readonly seed: string;
  /** Number of tests per run. */
  readonly tests: number;
  /** Time budget for triage in milliseconds; `Infinity` makes the groups independent of the machine's load. */
  readonly triageMs: number;
}

/** The failure groups of a run with faults. */
interface Trial {
  readonly failed: number;
  /** Signature and size of each group before triage, when groups are formed by cause alone. */
  readonly groupsByCause: readonly string[];
  /** Signature and size of each group after triage. */
  readonly groups: readonly string[];
}

/** Runs nightly tests, injecting all the given faults into every test, and triages the failures. */
async function runTrial(faults: readonly FaultId[], options: TrialOptions): Promise<Trial> {
  const outDir = mkdtempSync(join(tmpdir(), 'pops-tb-groups-'));
  try {
    const report = await runSuite(
      {
        runId: 'groups',
        suite: 'nightly',
        seed: readSeed(options.seed),
        overrides: { ...NO_OVERRIDES, faults: [...faults] },
        count: options.tests,
        first: [],
        knownIssues: [],
        limits: LIMITS,
        workers: 1,
        outDir: join(outDir, 'run'),
      },
      {},
    );
    // Shrinking does not help tell bugs apart, so it is skipped.
    const shrinkController = new AbortController();
    await triage(report, {
      budgetMs: options.triageMs,
      signal: shrinkController.signal,
      onStep: () => shrinkController.abort(),
    });
    return {
      failed: report.tally.failed,
      groupsByCause: describeGroups(report),
      groups: describeGroups(withTriageFindings(report)),
    };
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

function describeGroups(report: RunReport): string[] {
  return findFailureGroups(report).map(({ signature, count }) => `${signature}: ${count}`);
}

/** Faults that make the device violate the model's invariants, then faults from every unit. */
const FAULTS: readonly FaultId[] = [
  ...(['F15', 'F41', 'F62', 'F154', 'F158'] as const),
  ...(['F04', 'F19', 'F46', 'F93', 'F131'] as const),
];

it('reports each fault without testbench errors and puts at least 90% of them in at most two groups', async () => {
  const groupCounts: number[] = [];
  for (const fault of FAULTS) {
    const trial = await runTrial([fault], { seed: '0x71', tests: 8, triageMs: 0 });
    // Eight tests do not expose every fault; which ones they expose depends on the suite.
    const { groupsByCause } =
      trial.groupsByCause.length > 0
        ? trial
        : await runTrial([fault], { seed: '0x71', tests: 64, triageMs: 0 });
    expect(
      groupsByCause.filter((group) => /^error /.test(group)),
      fault,
    ).toEqual([]);
    expect(groupsByCause.length, fault).toBeGreaterThan(0);
    groupCounts.push(groupsByCause.length);
  }
  expect(groupCounts.filter((count) => count <= 2).length).toBeGreaterThanOrEqual(0.9 * FAULTS.length);
});
