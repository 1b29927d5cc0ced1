import { makeUnknownNameError } from '../../harness/basics/index.js';
import { listRuleIds, RULE_IDS, type RuleClass, type RuleId } from '../../transactions/index.js';
import type { RuleActivity, TraceVerdict } from './trace-judge.js';

const CLASSES: ReadonlySet<string> = new Set(RULE_IDS.map((id) => id.slice(0, id.indexOf('-'))));

/** Looks up rules and classes by name, such as `RACE-01` or `ORD`. Throws `UsageError` for an unknown name. */
export function parseRequiredRules(names: readonly string[]): (RuleId | RuleClass)[] {
  return names.map((name) => {
    const ids: readonly string[] = listRuleIds();
    if (ids.includes(name) || CLASSES.has(name)) return name as RuleId | RuleClass;
    throw makeUnknownNameError('rule', name, [...CLASSES, ...ids]);
  });
}

/** Returns the verdict on a trace, in which a pass that the end of the trace limits is a verdict of its own. */
export function getOverallVerdict({
  verdict,
  cut,
}: Pick<TraceVerdict, 'verdict' | 'cut'>): TraceVerdict['verdict'] | 'cut' {
  return verdict === 'pass' && cut !== undefined ? 'cut' : verdict;
}

const WORST_FIRST = ['fail', 'inconclusive', 'cut', 'pass'] as const;

/** Creates the output of `check-trace`. For several traces, it contains totals and the worst verdict. */
export function buildTraceDocument(traces: readonly TraceVerdict[]) {
  const uncheckedEntries = traces.flatMap(({ unchecked }) => unchecked);
  const fits = traces.flatMap(({ file, fit }) => (fit === undefined ? [] : [{ file, ...fit }]));
  return {
    transactions: traces.reduce((sum, { transactions }) => sum + transactions, 0),
    waves: traces.reduce((sum, { waves }) => sum + waves, 0),
    verdict:
      WORST_FIRST.find((candidate) => traces.some((trace) => getOverallVerdict(trace) === candidate)) ??
      'pass',
    violations: traces.flatMap(({ file, violations, dumpTimes = [] }) =>
      violations.map((violation, i) => ({ ...violation, file, time: dumpTimes[i] })),
    ),
    /** The rules with missing data in at least one trace. `missing` names the data. */
    unchecked: [...new Set(uncheckedEntries.map(({ rule }) => rule))],
    missing: Object.fromEntries(uncheckedEntries.map(({ rule, missing }) => [rule, missing])),
    unmet: traces.flatMap(({ file, unmet }) => unmet.map((what) => ({ file, what }))),
    rules: sumActivity(traces),
    /** Where and why traces end before their runs do. */
    cut: traces.flatMap(({ file, cut }) => (cut === undefined ? [] : [{ file, ...cut }])),
    known: traces.flatMap(({ known }) => known),
    /** The record at which checking stopped because of the first error, if any. */
    stoppedAt: traces.find((trace) => trace.stoppedAt !== undefined)?.stoppedAt,
    /** The results of `--fit` for failing traces, in order. */
    fits: fits.length === 0 ? undefined : fits,
  };
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
