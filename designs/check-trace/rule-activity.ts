import type { RuleId, Verdict } from '../../transactions/index.js';

/** What a rule did on a trace. */
export interface RuleActivity {
  readonly rule: RuleId;
  /** How often it was armed. */
  readonly judged: number;
  /** How often it fired, including violations that were not kept. */
  readonly fired: number;
  /** The data it lacks; absent if it lacks none. */
  readonly missing?: string;
}

/** Returns the activity of every rule of the chip, by id. */
export function ruleActivity({ armed, fired = {}, unchecked }: Verdict): RuleActivity[] {
  const missing = new Map(unchecked.map((entry) => [entry.rule, entry.missing]));
  return (Object.entries(armed) as [RuleId, number][]).map(([rule, judged]) => {
    const lacked = missing.get(rule);
    return { rule, judged, fired: fired[rule] ?? 0, ...(lacked === undefined ? {} : { missing: lacked }) };
  });
}
