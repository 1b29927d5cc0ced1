import type { KnownIssue } from '../../harness/records/index.js';
import type { ByRule, RuleId, Violation } from '../../transactions/index.js';
import type { FreedomFit } from './fit-freedoms.js';
import type { RuleActivity } from './rule-activity.js';
import type { TraceVerdict } from './trace-judge.js';

/** The output of `check-trace`. For several traces, it contains totals and the worst verdict. */
export interface TraceDocument {
  readonly transactions: number;
  readonly waves: number;
  readonly verdict: TraceVerdict['verdict'];
  /** `time` is the time of the violation in the dump from which the trace was made. */
  readonly violations: readonly (Violation & { readonly file: string; readonly time?: number })[];
  /** The rules that lack data in some trace. `missing` says which data. */
  readonly unchecked: readonly RuleId[];
  readonly missing: Readonly<ByRule<string>>;
  /** The requirements that traces do not meet. */
  readonly unmet: readonly { readonly file: string; readonly what: string }[];
  /** Every rule, with its counts over all traces. */
  readonly rules: readonly RuleActivity[];
  /** The known issues that excuse errors. */
  readonly known: readonly KnownIssue[];
  /** The record at which checking stopped because of the first error. Absent if it did not stop. */
  readonly stoppedAt?: string;
  /** The results of `--fit` for failing traces, in order. */
  readonly fits?: readonly (FreedomFit & { readonly file: string })[];
}

const WORST_FIRST: readonly TraceVerdict['verdict'][] = ['fail', 'inconclusive', 'pass'];

/** Creates the JSON document for all traces. */
export function traceDocument(traces: readonly TraceVerdict[]): TraceDocument {
  const lacking = traces.flatMap(({ unchecked }) => unchecked);
  return {
    transactions: traces.reduce((sum, { transactions }) => sum + transactions, 0),
    waves: traces.reduce((sum, { waves }) => sum + waves, 0),
    verdict: WORST_FIRST.find((candidate) => traces.some(({ verdict }) => verdict === candidate)) ?? 'pass',
    violations: traces.flatMap(({ file, violations, dumpTimes = [] }) =>
      violations.map((violation, i) => ({ ...violation, file, ...timeField(dumpTimes[i]) })),
    ),
    unchecked: [...new Set(lacking.map(({ rule }) => rule))],
    missing: Object.fromEntries(lacking.map(({ rule, missing }) => [rule, missing])),
    unmet: traces.flatMap(({ file, unmet }) => unmet.map((what) => ({ file, what }))),
    rules: totalActivity(traces),
    known: traces.flatMap(({ known }) => known),
    ...stopField(traces),
    ...fitsField(traces),
  };
}

function fitsField(traces: readonly TraceVerdict[]): Pick<TraceDocument, 'fits'> {
  const fits = traces.flatMap(({ file, fit }) => (fit === undefined ? [] : [{ file, ...fit }]));
  return fits.length === 0 ? {} : { fits };
}

function timeField(time: number | undefined): { readonly time?: number } {
  return time === undefined ? {} : { time };
}

function stopField(traces: readonly TraceVerdict[]): Pick<TraceDocument, 'stoppedAt'> {
  const stoppedAt = traces.find((trace) => trace.stoppedAt !== undefined)?.stoppedAt;
  return stoppedAt === undefined ? {} : { stoppedAt };
}

/** Sums each rule's counts over several traces. `missing` comes from the first trace that lacks data. */
export function totalActivity(traces: readonly Pick<TraceVerdict, 'rules'>[]): RuleActivity[] {
  const sums = new Map<RuleId, RuleActivity>();
  for (const entry of traces.flatMap(({ rules }) => rules)) {
    const { judged = 0, fired = 0, missing = entry.missing } = sums.get(entry.rule) ?? {};
    const sum = { rule: entry.rule, judged: judged + entry.judged, fired: fired + entry.fired };
    sums.set(entry.rule, missing === undefined ? sum : { ...sum, missing });
  }
  return [...sums.values()];
}
