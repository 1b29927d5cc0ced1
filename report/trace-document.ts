import type { TraceVerdict } from '../regression/index.js';
import type { ByRule, RuleId, Violation } from '../transactions/index.js';

/** What `check-trace` prints; with several traces, sums over all and the worst verdict. */
export interface TraceDocument {
  readonly transactions: number;
  readonly waves: number;
  readonly verdict: TraceVerdict['verdict'];
  readonly violations: readonly (Violation & { readonly file: string })[];
  /** Rules that some trace lacks data for, and what it lacks. */
  readonly unchecked: readonly RuleId[];
  readonly missing: Readonly<ByRule<string>>;
}

const WORST: readonly TraceVerdict['verdict'][] = ['fail', 'inconclusive', 'pass'];

/** The JSON document of all traces. */
export function traceDocument(traces: readonly TraceVerdict[]): TraceDocument {
  const lacking = traces.flatMap(({ unchecked }) => unchecked);
  return {
    transactions: traces.reduce((sum, { transactions }) => sum + transactions, 0),
    waves: traces.reduce((sum, { waves }) => sum + waves, 0),
    verdict: WORST.find((worst) => traces.some(({ verdict }) => verdict === worst)) ?? 'pass',
    violations: traces.flatMap(({ file, violations }) => violations.map((each) => ({ ...each, file }))),
    unchecked: [...new Set(lacking.map(({ rule }) => rule))],
    missing: Object.fromEntries(lacking.map(({ rule, missing }) => [rule, missing])),
  };
}
