import { present } from '../../arch/index.js';
import { roundPercent, summariseCoverage } from '../../coverage/index.js';
import {
  findFailureGroups,
  findSmallestFailure,
  findSmallestRepro,
  listGroupRules,
} from '../../failures/groups/index.js';
import {
  findKnownIssue,
  getClaimResults,
  getRuleCounts,
  listWarnings,
  type Manifest,
  type ScenarioRepeats,
} from '../../harness/records/index.js';
import type { Bucket, RunReport, RunTestResult } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import { getRatePerSecond } from '../../harness/text/index.js';
import { MATRIX_SUITE } from '../../stimulus/index.js';
import { escapeJson, formatSeed, listRuleIds } from '../../transactions/index.js';
import { collectMatrixResults } from '../run/matrix-results.js';
import type { RunDocument } from './results-schema.js';
/**
 * Formats a run directory's `results.json` (`resultsDocumentSchema`). Each test is on its own line, so that
 * grep can find it and a diff shows which tests changed. Invisible characters in names are escaped.
 */
export function formatResults(
  report: RunReport,
  { version, commit, dirty, startedAt }: Manifest,
  results: readonly RunTestResult[],
): string {
  const head = {
    schema: 'pops-tb results',
    version: 1,
    tool: { version, commit, dirty },
    startedAt,
    run: buildRunDocument(report),
  };
  const tests = results.map((result) => `\n${JSON.stringify(makeTestRow(result))}`).join(',');
  return escapeJson(`${JSON.stringify(head).slice(0, -1)},\n"tests":[${tests}\n]}\n`);
}

function makeTestRow(result: RunTestResult): object {
  const { position, test, outcome, chip, waves, cycles, instructions, seconds, rules, failure } = result;
  return {
    number: position,
    test: formatTestId(test),
    seed: test.seed,
    verdict: outcome,
    chip: chip ?? null,
    waves,
    cycles,
    instructions,
    seconds: seconds ?? null,
    rules: rules ?? null,
    ...(failure === undefined ? {} : { signature: failure.signature, rule: failure.rule }),
  };
}

/**
 * Builds the JSON document that `run` prints. Apart from `runId`, `outDir`, `workers`, `seconds`, the rates,
 * coordinator time, and memory usage, it depends only on the suite, seed and selection.
 */
export function buildRunDocument(report: RunReport): RunDocument {
  const { request, tally, coverage, seconds, kept } = report;
  const { percent, hit, total } = summariseCoverage(coverage);
  return {
    runId: request.runId,
    seed: formatSeed(request.seed),
    suite: request.suite,
    endedBy: report.end,
    tests: tally.tests,
    passed: tally.passed,
    failed: tally.failed,
    errors: tally.errors,
    seconds: round(seconds, 3),
    testsPerSecond: round(getRatePerSecond(tally.tests, seconds), 1),
    wavesPerSecond: round(getRatePerSecond(tally.waves, seconds), 1),
    coordinatorMsPerTest: computeCoordinatorMsPerTest(report),
    memory: {
      processBytes: report.peakBytes ?? null,
      workerBytes: tally.peakMemory?.bytes ?? null,
      workerTest: tally.peakMemory?.test ?? null,
    },
    waves: tally.waves,
    byGeneration: tally.byGeneration,
    workers: request.workers,
    outDir: request.outDir,
    resumed: { kept, ran: tally.tests - kept },
    coverage: { percent: roundPercent(percent, 2), hit, total },
    rules: listRuleIds().map((id) => {
      const { armed, fired, excused } = getRuleCounts(tally.rules, id);
      return { id, armed, fired, excused };
    }),
    repeats: buildRepeats(tally.census.countRepeats()),
    unchecked: tally.checks.unchecked,
    warnings: listWarnings(tally.warnings, request.knownIssues).map(({ places, ...counts }) => ({
      ...counts,
      places: places.map(({ first, ...place }) => ({ ...place, first: formatTestId(first) })),
    })),
    claims: getClaimResults(tally.claims),
    incidents: tally.incidents,
    buckets: sortBucketsBySize(tally.buckets.values()).map(({ signature, rule, count, repro, first }) => {
      const known = findKnownIssue(request.knownIssues, { signature, rule });
      return {
        signature,
        rule,
        count,
        repro,
        first,
        ...present({ known }),
      };
    }),
    groups: buildGroups(report),
    ...(report.again === undefined ? {} : { again: copyRerun(report.again) }),
    ...(report.closing === undefined ? {} : { closing: copyHoleSearch(report.closing) }),
    ...(request.suite === MATRIX_SUITE ? { matrix: collectMatrixResults(tally.sequences) } : {}),
  };
}

/** Copies the lists so that the document does not share them with the report. */
function copyRerun({ different, without, ...counts }: NonNullable<RunReport['again']>) {
  const removedFaults = without === undefined ? {} : { without: [...without] };
  return { ...counts, different: [...different], ...removedFaults };
}

function copyHoleSearch({ tests, failed, resisting, ...counts }: NonNullable<RunReport['closing']>) {
  const holes = resisting.map((hole) => ({ ...hole, missing: [...hole.missing] }));
  return { ...counts, tests: [...tests], failed: [...failed], resisting: holes };
}

function buildGroups(report: RunReport): RunDocument['groups'] {
  return findFailureGroups(report).map((group) => {
    const { signature, rule, unit, count, buckets, maskedBy } = group;
    const { test, repro } = findSmallestFailure(group);
    return {
      signature,
      rule,
      unit,
      count,
      ...(maskedBy === undefined
        ? { rules: listGroupRules(buckets, signature).map((otherRule) => ({ ...otherRule })) }
        : {}),
      buckets: buckets.map((bucket) => bucket.signature),
      first: test,
      repro,
      shrunk: findSmallestRepro(group, report.shrunk)?.file ?? null,
      beside: maskedBy?.cause ?? null,
    };
  });
}

function buildRepeats(repeats: ScenarioRepeats): RunDocument['repeats'] {
  return { ...repeats, rate: round(repeats.repeated / Math.max(1, repeats.scenarios), 6) };
}

/** Computes the coordinator overhead per test since the run started or resumed, in ms; null if unknown. */
export function computeCoordinatorMsPerTest({ coordinatorSeconds, tally, kept }: RunReport): number | null {
  const testsRun = tally.tests - kept;
  if (coordinatorSeconds === undefined || testsRun === 0) return null;
  return round((1000 * coordinatorSeconds) / testsRun, 3);
}

/** Sorts buckets by number of failures, largest first, and then by signature. */
export function sortBucketsBySize(buckets: Iterable<Bucket>): Bucket[] {
  return [...buckets].sort((a, b) => b.count - a.count || (a.signature < b.signature ? -1 : 1));
}

function round(value: number, digits: number): number {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) : 0;
}
