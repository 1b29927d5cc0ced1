import { deflateRawSync } from 'node:zlib';
import { encode } from '@msgpack/msgpack';
import { z } from 'zod';
import { present } from '../../arch/index.js';
import {
  type CoverageData,
  type PackedCoverage,
  packCoverage,
  unpackCoverage,
} from '../../coverage/index.js';
import {
  createListSchema,
  decodeMessagePack,
  describeFirstIssue,
  escapeLine,
  truncateMiddle,
  UsageError,
} from '../../transactions/index.js';
import { formatOneLine } from '../basics/index.js';
import { getMaxBytes, inflateBounded, makeTooLargeError } from '../input/index.js';
import type { FailureSummary } from '../one-test/one-test.js';
import type { CheckCounts } from '../records/check-counts.js';
import type { ClaimCounts } from '../records/claim-counts.js';
import type { Outcome } from '../records/finding.js';
import type { RuleTotals } from '../records/rule-counts.js';
import type { WarningCounts } from '../records/warning-counts.js';
import { formatTestId, parseTestId } from '../selection/plan.js';
import type { LoggedResult } from '../workers/batch-result.js';
import { resultSchema } from '../workers/result-schema.js';
import type { FailedEvent, FinishedEvent, RunEvent } from './run-event.js';

/** The fastest level. Counts are small numbers, so it still halves the size. */
const DEFLATE = { level: 1 };

/** The maximum length of a test's summary, in characters. */
const MAX_SUMMARY = 2000;

/**
 * Creates the schema of the totals. Coverage is validated by its own reader. The schema is created on demand, since a
 * bundle may load this module before the one that defines `resultSchema`.
 */
function makeTotalsSchema() {
  const { rules, checks, claims, warnings, behaviours, sequences } = resultSchema.shape;
  const fingerprints = createListSchema(z.int(), Number.isSafeInteger);
  return z.object({
    ...{ rules, checks, claims, warnings, behaviours, sequences },
    coverage: z.unknown(),
    fingerprints,
  });
}

let totalsSchema: ReturnType<typeof makeTotalsSchema> | undefined;

interface Totals {
  readonly rules: RuleTotals;
  readonly checks: CheckCounts;
  readonly claims?: ClaimCounts;
  readonly warnings?: WarningCounts;
  readonly behaviours?: NonNullable<LoggedResult['behaviours']>;
  readonly sequences: Readonly<Record<string, number>>;
  readonly coverage: PackedCoverage | null;
  readonly fingerprints: readonly number[];
}

/** Creates a batch's records: its failures, followed by its `finished` record. */
export function makeEvents(result: LoggedResult, elapsedMs: number): (FailedEvent | FinishedEvent)[] {
  const { first, outcomes, chips, waves, cycles, instructions, rules, checks, coverage } = result;
  const { incidents = [], sequences, fingerprints = [], printed, claims, warnings, behaviours } = result;
  const packed = coverage === undefined ? null : packCoverage(coverage);
  const counts = { rules, checks, sequences, coverage: packed, fingerprints };
  const totals: Totals = { ...counts, ...present({ claims, warnings, behaviours }) };
  return [
    ...result.failures.map(makeFailedEvent),
    {
      event: 'finished',
      first,
      outcomes,
      chips,
      waves: Array.from(waves),
      cycles: Array.from(cycles),
      instructions: Array.from(instructions),
      totals: deflateRawSync(encode(totals), DEFLATE),
      incidents,
      elapsedMs,
      ...collectOptionalColumns(result),
      ...(printed === undefined ? {} : { printed }),
    },
  ];
}

/** The columns and failures of a batch. Its counts and coverage are still packed. */
export interface LoggedBatch {
  readonly columns: FinishedEvent;
  readonly failures: readonly FailureSummary[];
}

/** Yields the batches in a log, in order. Failures of unfinished batches are omitted. */
export function* readBatches(events: Iterable<RunEvent>): Generator<LoggedBatch> {
  let failures: FailureSummary[] = [];
  for (const event of events) {
    if (event.event === 'failed') {
      failures.push(toFailure(event));
    } else {
      if (event.event === 'finished') yield { columns: event, failures };
      failures = [];
    }
  }
}

/** Yields the batches in a log with their counts and coverage, in order. */
export function* readResults(events: Iterable<RunEvent>): Generator<LoggedResult> {
  for (const { columns, failures } of readBatches(events)) yield toResult(columns, failures);
}

/** Collects a batch's optional columns that have an entry for every test, and its worker's peak memory. */
function collectOptionalColumns({
  outcomes,
  tests,
  testMs,
  armed,
  fired,
  held,
}: LoggedResult): Partial<FinishedEvent> {
  const ifComplete = <T extends { readonly length: number }>(column: T | undefined): T | undefined =>
    column?.length === outcomes.length ? column : undefined;
  return present({
    tests: ifComplete(tests),
    testMs: ifComplete(testMs)?.map(Math.round),
    armed: ifComplete(armed),
    fired: ifComplete(fired),
    held,
  });
}

function makeFailedEvent(failure: FailureSummary): FailedEvent {
  const { test, hash, outcome, signature, rule, waves, summary, fired } = failure;
  const id = formatTestId(test);
  const details = { outcome, signature, rule, waves, summary, ...(fired === undefined ? {} : { fired }) };
  return { event: 'failed', test: id, seed: test.seed, hash: hash ?? null, ...details };
}

function toFailure({
  test,
  seed,
  hash,
  outcome,
  signature,
  rule,
  waves,
  summary,
  fired,
}: FailedEvent): FailureSummary {
  const toLine = (name: string, text: string): string => checkLine(`${name} of ${formatOneLine(test)}`, text);
  return {
    test: { ...parseTestId(test), seed },
    outcome: outcome as Exclude<Outcome, 'passed'>,
    signature: toLine('signature', signature),
    rule: toLine('rule', rule),
    waves,
    summary: escapeLine(truncateMiddle(summary, MAX_SUMMARY)),
    ...(hash === null ? {} : { hash }),
    ...(fired === undefined ? {} : { fired: fired.map((error) => toLine('error', error)) }),
  };
}

/** Makes a name safe to print and group by. Throws `UsageError` if it is longer than any run would write. */
function checkLine(field: string, text: string): string {
  if (text.length <= getMaxBytes('logText')) return escapeLine(text);
  throw new UsageError(`Invalid log: the ${field}: ${makeTooLargeError('logText', text.length).message}`);
}

function toResult(event: FinishedEvent, failures: readonly FailureSummary[]): LoggedResult {
  const { event: _, totals, waves, cycles, instructions, ...others } = event;
  return {
    ...others,
    waves: Uint32Array.from(waves),
    cycles: Float64Array.from(cycles),
    instructions: Float64Array.from(instructions),
    failures,
    ...unpackTotals(event),
  };
}

/** Unpacks a batch's data other than its columns. Throws `UsageError` if it is malformed. */
function unpackTotals({
  first,
  totals,
}: FinishedEvent): Omit<Totals, 'coverage'> & { readonly coverage?: CoverageData } {
  try {
    totalsSchema ??= makeTotalsSchema();
    const { coverage, ...others } = totalsSchema.parse(
      decodeMessagePack(inflateBounded('logTotals', totals)),
    );
    return {
      ...others,
      ...(coverage === null ? {} : { coverage: unpackCoverage(coverage as PackedCoverage) }),
    };
  } catch (error) {
    const reason = error instanceof z.ZodError ? describeFirstIssue(error, undefined) : formatOneLine(error);
    throw new UsageError(`Invalid log: corrupt totals for the batch starting at test ${first} (${reason})`);
  }
}
