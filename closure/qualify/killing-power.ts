import { type FaultId, RULE_IDS, type RuleId } from '../../transactions/index.js';
import type { KillRow } from './kill-matrix.js';

/** The rules' power, from a kill matrix. */
export interface KillingPower {
  /** Faults that no other rule sees in the matrix's tests, by the rule that does. */
  readonly only: ReadonlyMap<RuleId, readonly FaultId[]>;
  /** Rules that no fault triggers. */
  readonly silent: readonly RuleId[];
  /** Number of tests to kill a fault: median and maximum. */
  readonly medianTests: number;
  readonly worstTests: number;
}

/** Derives the rules' power from a matrix. */
export function killingPower(rows: readonly KillRow[]): KillingPower {
  const only = new Map<RuleId, FaultId[]>();
  for (const { id, rule, rules } of rows)
    if (Object.keys(rules).length === 1) only.set(rule, [...(only.get(rule) ?? []), id]);
  const firedRules = new Set(rows.flatMap(({ rules }) => Object.keys(rules)));
  const tests = rows.map((row) => row.tests).sort((a, b) => a - b);
  return {
    only,
    silent: RULE_IDS.filter((id) => !firedRules.has(id)),
    medianTests: tests[tests.length >> 1] ?? 0,
    worstTests: tests[tests.length - 1] ?? 0,
  };
}
