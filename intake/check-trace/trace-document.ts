import { makeUnknownNameError } from '../../harness/basics/index.js';
import { decideVerdict, type JudgedCounts } from '../../harness/terminal/index.js';
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

/** The verdict on traces. A pass that the end of a trace limits is `cut`. */
type OverallVerdict = TraceVerdict['verdict'] | 'cut';

/** Returns what traces count as: one whose run hit a budget or whose check was lost has failed. */
export function countTraces(
  traces: readonly Pick<TraceVerdict, 'verdict' | 'cut'>[],
  lost = 0,
): JudgedCounts {
  const passing = traces.filter(({ verdict }) => verdict === 'pass');
  const unjudged = passing.filter(({ cut }) => cut !== undefined).length;
  return { passed: passing.length - unjudged, failed: traces.length - passing.length + lost, unjudged };
}

/** Returns the worst verdict on traces. */
export function getOverallVerdict(
  traces: readonly Pick<TraceVerdict, 'verdict' | 'cut'>[],
  lost = 0,
): OverallVerdict {
  const verdict = decideVerdict(countTraces(traces, lost));
  if (verdict === 'partial') return 'cut';
  if (verdict === 'pass' || traces.some((trace) => trace.verdict === 'fail')) return verdict;
  return 'inconclusive';
}

/** A trace whose check was lost, and why. */
export interface LostTrace {
  readonly file: string;
  readonly reason: string;
}

/** Creates the output of `check-trace`. For several traces, it contains totals and the worst verdict. */
export function buildTraceDocument(traces: readonly TraceVerdict[], lost: readonly LostTrace[] = []) {
  const uncheckedEntries = traces.flatMap(({ unchecked }) => unchecked);
  return {
    transactions: traces.reduce((sum, { transactions }) => sum + transactions, 0),
    waves: traces.reduce((sum, { waves }) => sum + waves, 0),
    verdict: getOverallVerdict(traces, lost.length),
    violations: traces.flatMap(({ file, violations, dumpTimes = [] }) =>
      violations.map((violation, i) => ({ ...violation, file, time: dumpTimes[i] })),
    ),
    /** The rules with missing data in at least one trace. `missing` names the data. */
    unchecked: [...new Set(uncheckedEntries.map(({ rule }) => rule))],
    missing: Object.fromEntries(uncheckedEntries.map(({ rule, missing }) => [rule, missing])),
    /** The rules that cannot apply to at least one trace's scenario, with the reasons. */
    inapplicable: Object.fromEntries(
      traces.flatMap(({ inapplicable }) => inapplicable.map(({ rule, reason }) => [rule, reason])),
    ),
    unmet: traces.flatMap(({ file, unmet }) => unmet.map((what) => ({ file, what }))),
    rules: sumActivity(traces),
    /** Where and why traces end before their runs do. */
    cut: traces.flatMap(({ file, cut }) => (cut === undefined ? [] : [{ file, ...cut }])),
    known: traces.flatMap(({ known }) => known),
    /** The record at which checking stopped because of the first error, if any. */
    stoppedAt: traces.find((trace) => trace.stoppedAt !== undefined)?.stoppedAt,
    lost: lost.length === 0 ? undefined : lost,
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

/**
 * Returns the violation to show first: the first error, or else the first warning. An action that is not in the program
 * precedes other errors: it misleads every rule that follows the program.
 */
export function findFirstViolation({
  violations,
}: Pick<TraceVerdict, 'violations'>): TraceVerdict['violations'][number] | undefined {
  const errors = violations.filter(({ severity }) => severity === 'error');
  return errors.find(({ rule }) => rule === 'PROTO-12') ?? errors[0] ?? violations[0];
}
