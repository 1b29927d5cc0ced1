import { makeUnknownNameError } from '../../harness/basics/index.js';
import type { KnownIssue } from '../../harness/records/index.js';
import {
  type ByRule,
  listRuleIds,
  RULE_IDS,
  type RuleClass,
  type RuleId,
  type Verdict,
  type Violation,
} from '../../transactions/index.js';
import type { FreedomFit } from './fit-freedoms.js';
import type { TraceVerdict } from './trace-judge.js';

const CLASSES: ReadonlySet<string> = new Set(RULE_IDS.map((id) => id.slice(0, id.indexOf('-'))));

/** Looks up rules and classes by name, such as `RACE-01` or `ORD`. Throws `UsageError` for an unknown name. */
export function parseRequiredRules(names: readonly string[]): (RuleId | RuleClass)[] {
  return names.map((name) => {
    const ids: readonly string[] = listRuleIds();
    if (ids.includes(name) || CLASSES.has(name)) return name as RuleId | RuleClass;
    throw makeUnknownNameError('rule', name, [...CLASSES, ...ids]);
  });
}

/** What a rule did while a trace was checked. */
export interface RuleActivity {
  readonly rule: RuleId;
  /** How many times the rule checked something. */
  readonly judged: number;
  /** How many times it fired, including violations that were not stored. */
  readonly fired: number;
  /** The data that the rule needs but the trace lacks, if any. */
  readonly missing?: string;
}

/** Returns the activity of every rule that applies to the chip, by id. */
export function getRuleActivity({ armed, fired = {}, unchecked }: Verdict): RuleActivity[] {
  const missing = new Map(unchecked.map((entry) => [entry.rule, entry.missing]));
  return (Object.entries(armed) as [RuleId, number][]).map(([rule, judged]) => {
    const missingData = missing.get(rule);
    return {
      rule,
      judged,
      fired: fired[rule] ?? 0,
      ...(missingData === undefined ? {} : { missing: missingData }),
    };
  });
}

/** The output of `check-trace`. For several traces, it contains totals and the worst verdict. */
interface TraceDocument {
  readonly transactions: number;
  readonly waves: number;
  readonly verdict: TraceVerdict['verdict'];
  /** `time` is the time of the violation in the dump that the trace was made from. */
  readonly violations: readonly (Violation & { readonly file: string; readonly time?: number })[];
  /** The rules with missing data in at least one trace. `missing` names the data. */
  readonly unchecked: readonly RuleId[];
  readonly missing: Readonly<ByRule<string>>;
  /** The requirements that traces do not meet. */
  readonly unmet: readonly { readonly file: string; readonly what: string }[];
  /** Every rule, with its counts over all traces. */
  readonly rules: readonly RuleActivity[];
  /** The known issues that excuse errors. */
  readonly known: readonly KnownIssue[];
  /** The record at which checking stopped because of the first error. Absent if checking ran to the end. */
  readonly stoppedAt?: string;
  /** The results of `--fit` for failing traces, in order. */
  readonly fits?: readonly (FreedomFit & { readonly file: string })[];
}

const WORST_FIRST: readonly TraceVerdict['verdict'][] = ['fail', 'inconclusive', 'pass'];

/** Creates the JSON document for all traces. */
export function buildTraceDocument(traces: readonly TraceVerdict[]): TraceDocument {
  const uncheckedEntries = traces.flatMap(({ unchecked }) => unchecked);
  return {
    transactions: traces.reduce((sum, { transactions }) => sum + transactions, 0),
    waves: traces.reduce((sum, { waves }) => sum + waves, 0),
    verdict: WORST_FIRST.find((candidate) => traces.some(({ verdict }) => verdict === candidate)) ?? 'pass',
    violations: traces.flatMap(({ file, violations, dumpTimes = [] }) =>
      violations.map((violation, i) => ({ ...violation, file, ...makeTimeField(dumpTimes[i]) })),
    ),
    unchecked: [...new Set(uncheckedEntries.map(({ rule }) => rule))],
    missing: Object.fromEntries(uncheckedEntries.map(({ rule, missing }) => [rule, missing])),
    unmet: traces.flatMap(({ file, unmet }) => unmet.map((what) => ({ file, what }))),
    rules: sumActivity(traces),
    known: traces.flatMap(({ known }) => known),
    ...makeStopField(traces),
    ...makeFitsField(traces),
  };
}

function makeFitsField(traces: readonly TraceVerdict[]): Pick<TraceDocument, 'fits'> {
  const fits = traces.flatMap(({ file, fit }) => (fit === undefined ? [] : [{ file, ...fit }]));
  return fits.length === 0 ? {} : { fits };
}

function makeTimeField(time: number | undefined): { readonly time?: number } {
  return time === undefined ? {} : { time };
}

function makeStopField(traces: readonly TraceVerdict[]): Pick<TraceDocument, 'stoppedAt'> {
  const stoppedAt = traces.find((trace) => trace.stoppedAt !== undefined)?.stoppedAt;
  return stoppedAt === undefined ? {} : { stoppedAt };
}

/** Sums each rule's counts over several traces. `missing` comes from the first trace with missing data. */
export function sumActivity(traces: readonly Pick<TraceVerdict, 'rules'>[]): RuleActivity[] {
  const sums = new Map<RuleId, RuleActivity>();
  for (const entry of traces.flatMap(({ rules }) => rules)) {
    const { judged = 0, fired = 0, missing = entry.missing } = sums.get(entry.rule) ?? {};
    const sum = { rule: entry.rule, judged: judged + entry.judged, fired: fired + entry.fired };
    sums.set(entry.rule, missing === undefined ? sum : { ...sum, missing });
  }
  return [...sums.values()];
}
