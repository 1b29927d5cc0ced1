import { CHIP_NAMES, chipOf, GENERATIONS, type Gfx } from '../../arch/index.js';
import { escapeLine, truncateMiddle } from '../../transactions/index.js';
import { MAX_STORED_PER_BUCKET } from '../basics/index.js';
import type { FailureSummary } from '../one-test/one-test.js';
import { addCheckCounts, makeEmptyCheckCounts } from '../records/check-counts.js';
import { addClaimCounts, type ClaimCounts } from '../records/claim-counts.js';
import { OUTCOMES } from '../records/finding.js';
import { addTotals, type RuleTotals } from '../records/rule-counts.js';
import { ScenarioCensus } from '../records/scenario-census.js';
import { addWarningCounts, type WarningCounts } from '../records/warning-counts.js';
import { formatTestId } from '../selection/plan.js';
import {
  type Incident,
  type LoggedResult,
  type MemoryUsage,
  NO_CHIP,
  pickLargerMemory,
} from '../workers/batch-result.js';

/** The maximum length of a test's summary, in characters. */
const MAX_SUMMARY_LENGTH = 2000;

/** A test in a bucket. */
export interface FailureExample
  extends Pick<FailureSummary, 'test' | 'outcome' | 'summary' | 'waves' | 'fired'> {
  readonly repro: string;
}

/** The results of one sequence's tests. */
export interface SequenceTally {
  tests: number;
  failed: number;
}

/** The failures that share a signature. */
export interface Bucket {
  readonly signature: string;
  readonly rule: string;
  count: number;
  /** The id of the bucket's first test in plan order. */
  readonly first: string;
  /** The command that reproduces that test. */
  readonly repro: string;
  /** The bucket's first tests. The run directory stores them in full. */
  readonly examples: FailureExample[];
  /**
   * How many of the bucket's tests produced each set of errors (`listErrors`, joined with `, `). Holds at most
   * `MAX_CAUSES` sets.
   */
  readonly causes: Map<string, number>;
  /** The bucket's test with the fewest waves so far, which is the best one to look at first. */
  smallest: { readonly test: string; readonly repro: string; readonly waves: number };
}

/** The maximum number of distinct sets of errors per bucket. Tests with any other set count towards the first one. */
const MAX_CAUSES = 50;

const PASSED = OUTCOMES.indexOf('passed');
const ERROR = OUTCOMES.indexOf('error');

/** A run's totals. Memory use grows with the number of buckets, not the number of tests. */
export class Tally {
  tests = 0;
  passed = 0;
  errors = 0;
  waves = 0;
  instructions = 0;
  cycles = 0;
  /** The peak memory retained by any worker after a test; undefined if unknown. */
  peakMemory: MemoryUsage | undefined;
  /** The number of passing tests that printed something. */
  printed = 0;
  readonly byGeneration = Object.fromEntries(GENERATIONS.map((gfx) => [gfx, 0])) as Record<Gfx, number>;
  readonly rules: RuleTotals = {};
  readonly checks = makeEmptyCheckCounts();
  readonly claims: ClaimCounts = {};
  readonly warnings: WarningCounts = {};
  readonly buckets = new Map<string, Bucket>();
  readonly incidents: Incident[] = [];
  readonly census = new ScenarioCensus();
  /** By sequence name. */
  readonly sequences: Record<string, SequenceTally> = {};

  /** The number of tests that neither passed nor ended in an error. */
  get failed(): number {
    return this.tests - this.passed - this.errors;
  }

  /** Adds a batch. Batches must be added in plan order. `repro` returns the command to reproduce a failure. */
  add(result: LoggedResult, repro: (failure: FailureSummary) => string): void {
    this.tests += result.outcomes.length;
    this.printed += result.printed ?? 0;
    if (result.held !== undefined) this.peakMemory = pickLargerMemory(this.peakMemory, result.held);
    result.outcomes.forEach((outcome, row) => {
      if (outcome === PASSED) this.passed++;
      if (outcome === ERROR) this.errors++;
      this.waves += result.waves[row]!;
      this.instructions += result.instructions[row]!;
      this.cycles += result.cycles[row]!;
      const chip = result.chips[row]!;
      if (chip !== NO_CHIP) this.byGeneration[chipOf(CHIP_NAMES[chip]!).gfx]++;
    });
    for (const fingerprint of result.fingerprints ?? []) this.census.add(fingerprint);
    addTotals(this.rules, result.rules);
    addCheckCounts(this.checks, result.checks);
    if (result.claims !== undefined) addClaimCounts(this.claims, result.claims);
    if (result.warnings !== undefined) addWarningCounts(this.warnings, result.warnings);
    for (const incident of result.incidents ?? [])
      this.incidents.push({ ...incident, cause: toPrintableLine(incident.cause) });
    for (const [name, tests] of Object.entries(result.sequences)) this.sequence(name).tests += tests;
    for (const failure of result.failures) this.addFailure(failure, repro(failure));
  }

  private sequence(name: string): SequenceTally {
    this.sequences[name] ??= { tests: 0, failed: 0 };
    return this.sequences[name];
  }

  private addFailure(failure: FailureSummary, repro: string): void {
    const { signature, rule, test, waves, outcome, summary, fired = [] } = failure;
    const example = { test, outcome, summary: toPrintableLine(summary), waves, fired, repro };
    this.sequence(test.sequence).failed++;
    const id = formatTestId(test);
    const bucket = this.buckets.get(signature);
    if (bucket === undefined) {
      const smallest = { test: id, repro, waves };
      this.buckets.set(signature, {
        signature,
        rule,
        count: 1,
        first: id,
        repro,
        examples: [example],
        causes: new Map([[fired.join(', '), 1]]),
        smallest,
      });
      return;
    }
    bucket.count++;
    addCause(bucket.causes, fired.join(', '));
    if (bucket.examples.length < MAX_STORED_PER_BUCKET) bucket.examples.push(example);
    if (waves < bucket.smallest.waves) bucket.smallest = { test: id, repro, waves };
  }
}

/** Shortens untrusted text to one printable line. */
function toPrintableLine(text: string): string {
  return escapeLine(truncateMiddle(text, MAX_SUMMARY_LENGTH));
}

function addCause(causes: Map<string, number>, fired: string): void {
  const [first] = causes.keys();
  const key = causes.has(fired) || causes.size < MAX_CAUSES ? fired : first!;
  causes.set(key, (causes.get(key) ?? 0) + 1);
}
