import type { RuleId, Verdict } from '../../transactions/index.js';

/** What one rule did on a trace. */
export interface RuleOfTrace {
  readonly rule: RuleId;
  /** How often it had something to judge. */
  readonly judged: number;
  /** How often it fired, violations that were not kept included. */
  readonly fired: number;
  /** What the trace lacked for it; absent where nothing. */
  readonly missing?: string;
}

/** Every rule of the chip with what it did, in the order of the ids. */
export function rulesOfTrace({ armed, fired = {}, unchecked }: Verdict): RuleOfTrace[] {
  const missing = new Map(unchecked.map((entry) => [entry.rule, entry.missing]));
  return (Object.entries(armed) as [RuleId, number][]).map(([rule, judged]) => {
    const lacked = missing.get(rule);
    return { rule, judged, fired: fired[rule] ?? 0, ...(lacked === undefined ? {} : { missing: lacked }) };
  });
}
