import { coverageSummary, roundPercent } from '../coverage/index.js';
import {
  type Bucket,
  type BucketForm,
  type FailureGroup,
  groupFailures,
  type Incident,
  type KnownIssue,
  knownIssueOf,
  type MatrixResult,
  matrixResults,
  type RuleCounts,
  type RunReport,
  type RunStanding,
  type ScenarioRepeats,
} from '../regression/index.js';
import { formatSeed, RULE_IDS } from '../transactions/index.js';
import { smallestFailure, smallestForm } from './failure-groups.js';
import { ratePerSecond } from './rate-per-second.js';

/** The JSON document of `run`; other tools rely on its fields. */
export interface RunDocument {
  readonly runId: string;
  readonly seed: string;
  readonly suite: string;
  /** Why the run ended; `running` while it is under way. */
  readonly endedBy: RunStanding;
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly seconds: number;
  readonly testsPerSecond: number;
  readonly wavesPerSecond: number;
  /** What handing out a test and storing its result took beside the workers; null where no run of this directory says it. */
  readonly coordinatorMsPerTest: number | null;
  readonly memory: MemoryDocument;
  readonly waves: number;
  readonly byGeneration: Readonly<Record<string, number>>;
  readonly workers: number;
  readonly outDir: string;
  readonly resumed: { readonly kept: number; readonly ran: number };
  readonly coverage: { readonly percent: number; readonly hit: number; readonly total: number };
  /** `fired` counts violations and, of them, `excused` warnings and what tests expect. */
  readonly rules: readonly {
    readonly id: string;
    readonly armed: number;
    readonly fired: number;
    readonly excused: number;
  }[];
  /** Scenarios that are the same as an earlier one under another seed; `rate` is their share of those looked at. */
  readonly repeats: ScenarioRepeats & { readonly rate: number };
  /** Rules that lacked data, and in how many tests; empty when every rule could judge. */
  readonly unchecked: readonly { readonly rule: string; readonly missing: string; readonly tests: number }[];
  /** Tests that lost their worker once and kept it when they ran again; `first` is a position in the plan. */
  readonly incidents: readonly Incident[];
  readonly buckets: readonly BucketDocument[];
  /** Buckets that most likely come from one bug, largest first. */
  readonly groups: readonly GroupDocument[];
  /** Cells of the scenario matrix by generation, in runs of that suite. */
  readonly matrix?: readonly MatrixResult[];
}

/** The most memory of a run, in bytes; null where its log does not say. */
export interface MemoryDocument {
  /** Resident memory of the process, its worker threads included; of a merged run, the largest process. */
  readonly processBytes: number | null;
  /** Heap and buffers of one worker after a test, and which test. */
  readonly workerBytes: number | null;
  readonly workerTest: string | null;
}

/** Failures that most likely come from one bug. */
export interface GroupDocument extends Pick<FailureGroup, 'signature' | 'rule' | 'unit' | 'count'> {
  /** Signatures of its buckets, largest first. */
  readonly buckets: readonly string[];
  /** Id of the failure with the fewest waves, and the line that reproduces it. */
  readonly first: string;
  readonly repro: string;
  /** File of a shrunk failure of the group; null where none was shrunk. */
  readonly shrunk: string | null;
  /** Rule of another bug that fails the same tests first; null for groups with failures of their own. */
  readonly beside: string | null;
}

/** Failures with one signature; `known` when they are a known issue. */
export interface BucketDocument extends Pick<Bucket, 'signature' | 'rule' | 'count' | 'repro' | 'first'> {
  readonly known?: KnownIssue;
  /** Present where failures of the bucket shrank to more than one form: they are several bugs. */
  readonly forms?: readonly BucketForm[];
}

/** Everything but `runId`, `outDir`, `workers`, `seconds`, the rates, the coordinator's time and memory depends on suite, seed and selection only. */
export function runDocument(report: RunReport): RunDocument {
  const { request, tally, coverage, seconds, kept } = report;
  const { percent, hit, total } = coverageSummary(coverage);
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
    testsPerSecond: round(ratePerSecond(tally.tests, seconds), 1),
    wavesPerSecond: round(ratePerSecond(tally.waves, seconds), 1),
    coordinatorMsPerTest: coordinatorMsPerTest(report),
    memory: {
      processBytes: report.peakBytes ?? null,
      workerBytes: tally.held?.bytes ?? null,
      workerTest: tally.held?.test ?? null,
    },
    waves: tally.waves,
    byGeneration: tally.byGeneration,
    workers: request.workers,
    outDir: request.outDir,
    resumed: { kept, ran: tally.tests - kept },
    coverage: { percent: roundPercent(percent, 2), hit, total },
    rules: RULE_IDS.map((id) => {
      const { armed, fired, excused } = countsOfRule(tally.rules, id);
      return { id, armed, fired, excused };
    }),
    repeats: repeatsDocument(tally.census.repeats()),
    unchecked: tally.checks.unchecked,
    incidents: tally.incidents,
    buckets: bucketsBySize(tally.buckets.values()).map(({ signature, rule, count, repro, first }) => {
      const known = knownIssueOf(request.knownIssues, { signature, rule });
      const forms = report.forms?.get(signature);
      return {
        signature,
        rule,
        count,
        repro,
        first,
        ...(known === undefined ? {} : { known }),
        ...(forms === undefined ? {} : { forms }),
      };
    }),
    groups: groupDocuments(report),
    ...(request.suite === 'matrix' ? { matrix: matrixResults(tally.sequences) } : {}),
  };
}

function groupDocuments({ tally, shrunk, separations }: RunReport): GroupDocument[] {
  return groupFailures(tally.buckets.values(), separations).map((group) => {
    const { signature, rule, unit, count, buckets, shownBy } = group;
    const { test, repro } = smallestFailure(group);
    return {
      signature,
      rule,
      unit,
      count,
      buckets: buckets.map((bucket) => bucket.signature),
      first: test,
      repro,
      shrunk: smallestForm(group, shrunk)?.file ?? null,
      beside: shownBy?.cause ?? null,
    };
  });
}

function repeatsDocument(repeats: ScenarioRepeats): RunDocument['repeats'] {
  return { ...repeats, rate: round(repeats.repeated / Math.max(1, repeats.scenarios), 6) };
}

/** Own time of the coordinator for each test of the last sitting, in milliseconds; null where it is not known. */
export function coordinatorMsPerTest({ coordinatorSeconds, tally, kept }: RunReport): number | null {
  const ran = tally.tests - kept;
  if (coordinatorSeconds === undefined || ran === 0) return null;
  return round((1000 * coordinatorSeconds) / ran, 3);
}

/** Buckets with most failures first; equal ones by signature. */
export function bucketsBySize(buckets: Iterable<Bucket>): Bucket[] {
  return [...buckets].sort((a, b) => b.count - a.count || (a.signature < b.signature ? -1 : 1));
}

/**
 * Counts of a rule: how often it had something to judge, how often it failed a test, and how often it fired as a warning or because
 * the test expects it. Zero for a rule that no test mentioned.
 */
export function countsOfRule(
  rules: RunReport['tally']['rules'],
  id: string,
): { readonly armed: number; readonly fired: number; readonly violations: number; readonly excused: number } {
  const { armed, fired, excused = 0 } = (rules as Record<string, RuleCounts>)[id] ?? { armed: 0, fired: 0 };
  return { armed, fired, violations: fired - excused, excused };
}

function round(value: number, digits: number): number {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) : 0;
}
