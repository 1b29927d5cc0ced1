import type { RuleId, Verdict } from '../../transactions/index.js';

/** A rule's activity on a trace. */
export interface RuleActivity {
  readonly rule: RuleId;
  /** How often it was armed. */
  readonly judged: number;
  /** How often it fired, including violations not kept. */
  readonly fired: number;
  /** Its missing data; absent if none. */
  readonly missing?: string;
}

/** Every rule of the chip with its activity, by id. */
export function ruleActivity({ armed, fired = {}, unchecked }: Verdict): RuleActivity[] {
  const missing = new Map(unchecked.map((entry) => [entry.rule, entry.missing]));
  return (Object.entries(armed) as [RuleId, number][]).map(([rule, judged]) => {
    const lacked = missing.get(rule);
    return { rule, judged, fired: fired[rule] ?? 0, ...(lacked === undefined ? {} : { missing: lacked }) };
  });
}
