import { type FaultId, RULE_IDS, type RuleId } from '../../transactions/index.js';
import type { KillRow } from './kill-matrix.js';

/** How effective the rules are at killing faults, according to a kill matrix. */
export interface KillingPower {
  /** Faults that only one rule detects in the matrix's tests, keyed by that rule. */
  readonly soleKillers: ReadonlyMap<RuleId, readonly FaultId[]>;
  /** Rules that detect no fault. */
  readonly silent: readonly RuleId[];
  /** Median number of tests it takes to kill a fault. */
  readonly medianTests: number;
  /** Maximum number of tests it takes to kill a fault. */
  readonly maxTests: number;
}

/** Summarises the killing power of a matrix. */
export function measureKillingPower(rows: readonly KillRow[]): KillingPower {
  const only = new Map<RuleId, FaultId[]>();
  for (const { id, rule, rules } of rows)
    if (Object.keys(rules).length === 1) only.set(rule, [...(only.get(rule) ?? []), id]);
  const firedRules = new Set(rows.flatMap(({ rules }) => Object.keys(rules)));
  const tests = rows.map((row) => row.tests).sort((a, b) => a - b);
  return {
    soleKillers: only,
    silent: RULE_IDS.filter((id) => !firedRules.has(id)),
    medianTests: tests[tests.length >> 1] ?? 0,
    maxTests: tests[tests.length - 1] ?? 0,
  };
}
