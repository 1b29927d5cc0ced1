import { type FaultId, RULE_IDS, type RuleId } from '../../transactions/index.js';
import type { KillRow } from './kill-matrix.js';

/** How well the rules kill faults, according to a kill matrix. */
export interface KillingPower {
  /** The faults that only one rule sees in the tests of the matrix, by that rule. */
  readonly only: ReadonlyMap<RuleId, readonly FaultId[]>;
  /** The rules that no fault triggers. */
  readonly silent: readonly RuleId[];
  /** The median number of tests that it takes to kill a fault. */
  readonly medianTests: number;
  /** The maximum number of tests that it takes to kill a fault. */
  readonly worstTests: number;
}

/** Derives from a matrix how well the rules kill faults. */
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
