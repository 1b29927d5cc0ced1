import type { RuleId, Verdict } from '../../transactions/index.js';

/** What a rule did while a trace was checked. */
export interface RuleActivity {
  readonly rule: RuleId;
  /** The number of times it was armed. */
  readonly judged: number;
  /** The number of times it fired, including violations that were not kept. */
  readonly fired: number;
  /** The data that it lacks, if any. */
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
