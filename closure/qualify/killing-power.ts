import { type FaultId, RULE_IDS, type RuleId } from '../../transactions/index.js';
import type { KillRow } from './kill-matrix.js';

/** How well the rules kill faults, according to a kill matrix. */
export interface KillingPower {
  /** Faults caught by exactly one rule in the matrix's tests, keyed by that rule. */
  readonly only: ReadonlyMap<RuleId, readonly FaultId[]>;
  /** Rules that no fault triggers. */
  readonly silent: readonly RuleId[];
  /** Median number of tests it takes to kill a fault. */
  readonly medianTests: number;
  /** Maximum number of tests it takes to kill a fault. */
  readonly worstTests: number;
}

/** Summarizes a matrix's killing power. */
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
